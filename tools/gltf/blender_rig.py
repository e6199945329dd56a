# Copyright 2026 The clipguard authors
# SPDX-License-Identifier: Apache-2.0
"""Are the joints of a skeleton in Blender where `clipguard sample` has them?

Run by Blender, which has a Python of its own:

  blender --background --python blender_rig.py -- RIG.glb SAMPLES.csv

RIG.glb is of `convert --to=glb --rig`, SAMPLES.csv of `sample --shape=long --fps=60`.
"""

import csv
import math
import sys

import numpy

# The importer of Blender 3.4 uses a name that Debian 12's NumPy no longer has.
if "bool" not in vars(numpy):
    numpy.bool = bool

import bpy  # noqa: E402

FPS = 60
# Metres: convert's --tolerance, and what Blender's own float32 matrices lose.
MOST = 1e-4 + 1e-5


def read_samples(path):
    """The rows of hands by time, and by part and joint."""
    rows = {}
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["part"] in ("left", "right") and row["x"]:
                name = f'hand_{row["part"]}_{row["joint"]}'
                rows.setdefault(float(row["time"]), {})[name] = row
    return rows


def distances(rows):
    """How far each bone is from its row, at the frame that Blender shows."""
    graph = bpy.context.evaluated_depsgraph_get()
    for thing in bpy.data.objects:
        if thing.type != "ARMATURE":
            continue
        shown = thing.evaluated_get(graph)
        for bone in shown.pose.bones:
            place = (shown.matrix_world @ bone.matrix).translation
            row = rows.get(bone.name)
            if row is None:
                continue
            # Blender's z points up, glTF's y; Unity's z points the other way.
            x, y, z = (float(row[axis]) for axis in "xyz")
            yield math.dist((place.x, place.z, place.y), (x, y, z))


def main():
    """Compares at three times, and ends with status 1 if something is elsewhere."""
    glb, samples = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps = FPS
    bpy.ops.import_scene.gltf(filepath=glb)
    rows = read_samples(samples)
    times = sorted(rows)
    found = []
    for time in (times[len(times) * part // 4] for part in (1, 2, 3)):
        scene.frame_set(int(time * FPS), subframe=time * FPS % 1)
        found += distances(rows[time])
    things = bpy.data.objects
    bones = sum(len(one.data.bones) for one in things if one.type == "ARMATURE")
    vertices = sum(len(one.data.vertices) for one in things if one.type == "MESH")
    print(f"Blender {bpy.app.version_string}: {bones} bones, {vertices} vertices, "
          f"{len(found)} places, the farthest {max(found, default=0):.3g} m away")
    good = bones > 0 and len(found) == 3 * bones and max(found) <= MOST
    sys.exit(not good)


if __name__ == "__main__":
    main()
