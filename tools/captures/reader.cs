// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A second reader of XR Hands captures: .NET's own BinaryReader, field by field
// in the order of docs/formats/xr-hands.md. Prints each value, one a line, in
// the order of clipguard's JSON: i 26, f 3f800000 (its bits), b 1, s Take 1.
// Bytes after the last frame are an error.
//
//   mono reader.exe FILE...

using System;
using System.IO;

static class CaptureReader {
  const int Joints = 26;
  static BinaryReader file;
  static TextWriter output;

  static int Int() {
    int value = file.ReadInt32();
    output.WriteLine("i " + value);
    return value;
  }
  static void Bool(bool value) { output.WriteLine("b " + (value ? 1 : 0)); }
  static void Floats(int count) {
    for (int i = 0; i < count; ++i) {
      output.WriteLine("f " + BitConverter.ToUInt32(
          BitConverter.GetBytes(file.ReadSingle()), 0).ToString("x8"));
    }
  }
  static void Pose() { Floats(7); }
  static void Expect(int found, int expected, string what) {
    if (found != expected) throw new InvalidDataException(what + ": " + found);
  }
  static void Name() { output.WriteLine("s " + file.ReadString()); }

  static void Frames(Action frame) {
    int count = file.ReadInt32();
    for (int i = 0; i < count; ++i) frame();
  }

  static void Version1() {
    Name();
    Floats(1);  // duration
    Frames(() => {
      Floats(1);  // time
      bool[] tracked = {file.ReadBoolean(), file.ReadBoolean()};
      bool[] valid = {file.ReadBoolean(), file.ReadBoolean()};
      for (int hand = 0; hand < 2; ++hand) {
        Bool(tracked[hand]);
        Bool(valid[hand]);
        for (int i = 0; valid[hand] && i < Joints; ++i) Pose();
      }
    });
  }

  static void Layout() {
    int count = file.ReadInt32();
    Expect(count, Joints, "joints of the layout");
    byte[] bits = file.ReadBytes((count + 7) / 8);
    for (int i = 0; i < count; ++i) {
      // The last byte is right-aligned.
      int inByte = Math.Min(8, count - i / 8 * 8);
      Bool((bits[i / 8] >> (inByte - 1 - i % 8) & 1) != 0);
    }
  }

  static void Step() {
    int flags = Int();
    Pose();  // root
    if ((flags & 1) == 0) return;
    Expect(file.ReadInt32(), Joints, "joints");
    for (int i = 0; i < Joints; ++i) Pose();
  }

  static void Gestures() {
    Int();  // handedness
    int flags = Int();
    if ((flags & 1) != 0) Pose();       // aim
    if ((flags & 2) != 0) Floats(1);    // aim activate
    if ((flags & 4) != 0) Floats(1);    // grasp
    if ((flags & 8) != 0) Pose();       // grip
    if ((flags & 16) != 0) Pose();      // pinch
    if ((flags & 32) != 0) Floats(1);   // pinch
    if ((flags & 64) != 0) Pose();      // poke
    for (int bit = 128; bit <= 512; bit *= 2) {
      if ((flags & bit) != 0) Bool(file.ReadBoolean());
    }
  }

  static void Aim() {
    Int();  // handedness
    int flags = Int();
    Int();  // tracking state
    Int();  // Meta's flags, low
    Int();  // and high
    Floats(4);
    if ((flags & 32) != 0) Pose();
  }

  static void Version2() {
    Int();  // sequence flags
    bool beforeRender = (Int() & 1) != 0;
    Name();
    Floats(1);  // duration
    Layout();
    Int();  // mesh
    Floats(5 * 16);
    Frames(() => {
      int flags = Int();
      Floats(1);  // time
      if (Int() != 0) Pose();  // the head
      Int();  // success
      if (beforeRender) Int();
      for (int hand = 0; hand < 2; ++hand) {
        if ((flags & 1 << hand) != 0) {
          int steps = Int();
          if ((steps & 1) != 0) Step();
          if (beforeRender && (steps & 2) != 0) Step();
        }
        if ((flags & 4 << hand) != 0) Gestures();
        if ((flags & 16 << hand) != 0) Aim();
      }
    });
  }

  static int Main(string[] paths) {
    output = new StreamWriter(Console.OpenStandardOutput());
    foreach (string path in paths) {
      file = new BinaryReader(File.OpenRead(path));
      int version = Int();
      if (version == 1) Version1(); else Version2();
      Expect((int)(file.BaseStream.Length - file.BaseStream.Position), 0,
             path + ": bytes after the last frame");
    }
    output.Flush();
    return 0;
  }
}
