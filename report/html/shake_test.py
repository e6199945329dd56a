# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""What shake.py leaves out, and what not."""

import unittest

import shake

MODULE = """// License
function Base() {}
Object.assign( Base.prototype, {
	add: function () { return 'Unused'; }
} );
function Used() { this.unused = new Inner(); }
Used.prototype = Object.create( Base.prototype );
/* Unused */
function Unused() {}
Unused.prototype = Object.assign( Object.create( Base.prototype ), {
	make: function () { return new Used(); }
} );
var Inner = function () {},
	other = 'a { b }';
var Shader = { main: "\\n\\tvoid main() {\\n\\t\\treturn;\\n\\t}" };
Shader.more = { Used: Used };
export { Base, Used, Unused, Inner, Shader };
"""


class Shake(unittest.TestCase):

    def test_what_is_not_reached_goes(self):
        text = shake.shake(MODULE, {"Used"})
        self.assertIn("function Used", text)
        self.assertIn("Object.assign( Base.prototype", text)
        self.assertIn("var Inner", text)
        self.assertNotIn("function Unused", text)
        self.assertNotIn("Unused.prototype", text)
        self.assertNotIn("Shader", text)
        self.assertTrue(text.endswith("export { Used };\n"))

    def test_what_is_added_to_a_name_comes_with_it(self):
        text = shake.shake(MODULE, {"Shader"})
        self.assertIn("Shader.more", text)
        self.assertIn("function Used", text)
        self.assertIn('"\\nvoid main() {\\nreturn;\\n}"', text)

    def test_what_is_not_there_is_said(self):
        with self.assertRaisesRegex(SystemExit, "no Absent"):
            shake.shake(MODULE, {"Absent"})

    def test_imports(self):
        self.assertEqual(
            shake.imported("import {\n  A, B as C,\n} from 'three';\n"
                           "import { D } from './three.js';", "three"),
            {"A", "B"})


if __name__ == "__main__":
    unittest.main()
