// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// A character on the stage: the .glb that `clipguard convert` writes, its mesh
// moved by the graphics card, and its skeleton.
//
// The .glb mirrors z of left-handed characters. Its nodes stay off the stage:
// their matrices are those of its own space.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, Matrix4, Mesh,
  MeshLambertMaterial, RepeatWrapping, Skeleton, SkinnedMesh, Texture,
} from 'three';
import { clipOf } from '../frame/duration.js';
import { count } from '../frame/text.js';
import { ballAround } from '../stage/framing.js';
import { loadGlb } from '../stage/glb.js';
import {
  cubeGeometry, fixedLines, Instances, isPlace, Lines, ringPoints,
} from '../stage/shapes.js';
import { coarseTriangles } from './coarse_mesh.js';
import { Motion } from './motion.js';

const FRAMED_VERTICES = 2000;
// As many as a program draws 60 times a second, on a machine of two cores.
const COARSE_TRIANGLES = 5000;
const JOINT_SIZE = 0.012;  // of the character's radius
const MARK_SIZE = 0.06;
const TINT = 0.4;  // of materials that have all the same colour
const TEXTURE_SIDE = 256;  // pixels; a power of two, so that they repeat

/**
 * The mesh of a .glb, its triangles one subset after the other; null: it has none.
 * @param {import('../stage/glb.js').Glb} glb
 */
async function meshOf({ json: { meshes, skins }, numbers }) {
  if (!meshes) return null;
  const { primitives } = meshes[0];
  const { POSITION, NORMAL, JOINTS_0, WEIGHTS_0 } = primitives[0].attributes;
  const parts = await Promise.all(primitives.map(
      (/** @type {any} */ { indices }) => numbers(indices)));
  const triangles = new parts[0].constructor(
      parts.reduce((sum, { length }) => sum + length, 0));
  const subsets = [];
  let end = 0;
  for (const [i, part] of parts.entries()) {
    triangles.set(part, end);
    subsets.push({ material: primitives[i].material, first: end, end: end += part.length });
  }
  return {
    positions: await numbers(POSITION),
    normals: await numbers(NORMAL),
    boneIndices: skins && await numbers(JOINTS_0),
    weights: skins && await numbers(WEIGHTS_0),
    inverses: skins && await numbers(skins[0].inverseBindMatrices),
    triangles,
    subsets,
  };
}

export class CharacterScene {
  /** @param {any} section @param {any} colors */
  constructor(section, colors) {
    this.section = section;
    /** Which way along z characters look, in Direct3D. */
    this.front = -1;
    this.unit = 'units of the file';
    this.bone = -1;
    this.coarse = false;
    this.world = new Group();
    // Direct3D's space is left-handed, that of some files is not.
    const { handedness } = section.file.json.asset.extras.clipguard;
    this.world.scale.z = handedness === 'right' ? 1 : -1;
    this.choose(null);
    const { positions, normals, triangles, boneIndices, weights } = section.mesh ?? {};
    Object.assign(this, { positions, normals, triangles, boneIndices, weights });
    this.vertices = (positions?.length ?? 0) / 3;
    this.readBones_(section.mesh?.inverses);
    this.readTextures_(section.textures);
    this.pose_(0);
    this.frame_();
    this.paint(colors);
  }

  /** Reads the .glb, and decodes the pictures; null: the browser cannot. @param {any} section */
  static async load(section) {
    section.file = await loadGlb(section.glb);
    section.mesh = await meshOf(section.file);
    for (const picture of section.textures?.pictures ?? []) {
      picture.image ??= await createImageBitmap(
          new Blob([picture.bytes], { type: picture.type }), {
            resizeWidth: TEXTURE_SIDE, resizeHeight: TEXTURE_SIDE, resizeQuality: 'high',
          }).catch(() => null);
    }
  }

  /** Whether a finding is about something that is to be seen. @param {any} _ @param {{path: string}} finding */
  static shows(_, { path }) {
    return /^(vertices|triangles|(clips\..*\.)?bones)\[\d+\](?!.*keyframes)/.test(path);
  }

  /** @param {Float32Array | undefined} inverses of the matrices that bind the mesh */
  readBones_(inverses) {
    /** Nodes. @type {any[]} */
    this.bones = [];
    for (let node; (node = this.motion?.find(`Bone${this.bones.length}`));) this.bones.push(node);
    const numbers = new Map(this.bones.map((node, bone) => [node, bone]));
    this.parents_ = this.bones.map(({ parent }) => numbers.get(parent) ?? -1);
    this.joints_ = new Float64Array(3 * this.bones.length);
    this.skin_ = inverses && new Skeleton(
        this.bones, this.bones.map((_, bone) => new Matrix4().fromArray(inverses, 16 * bone)));
  }

  /** Textures, and which one a vertex has: 0 is none. @param {any} textures */
  readTextures_(textures) {
    /** @type {any[]} */
    this.textures = [null];
    this.textureOf_ = new Uint8Array(this.vertices);
    if (!textures) return;
    this.places_ = textures.places;
    const numbers = textures.pictures.map((/** @type {any} */ { image }) => {
      if (!image) return 0;
      const texture = new Texture(image);
      texture.wrapS = texture.wrapT = RepeatWrapping;
      texture.flipY = false;
      texture.needsUpdate = true;
      return this.textures.push(texture) - 1;
    });
    this.forEachCorner_((v, id) => { this.textureOf_[v] = numbers[textures.ofMaterials[id]] ?? 0; });
  }

  /** Calls with each triangle's vertices, and their material. @param {(vertex: number, material: number) => void} visit */
  forEachCorner_(visit) {
    for (const { material, first, end } of this.section.mesh?.subsets ?? []) {
      for (let i = first; i < end; ++i) visit(this.triangles[i], material);
    }
  }

  /** Triangles in the order of their textures. @param {Uint16Array | Uint32Array} triangles */
  drawn_(triangles) {
    const index = triangles.slice();
    const groups = [];
    let end = 0;
    for (let texture = 0; texture < this.textures.length; ++texture) {
      const start = end;
      for (let i = 0; i < triangles.length; i += 3) {
        if (this.textureOf_[triangles[i]] !== texture) continue;
        for (let k = 0; k < 3; ++k) index[end++] = triangles[i + k];
      }
      groups.push({ start, count: end - start, materialIndex: texture });
    }
    return { index: new BufferAttribute(index, 1), groups };
  }

  /** @param {any} colors */
  paint(colors) {
    for (const child of [...this.world.children]) this.world.remove(child);
    this.colors = colors;
    this.addMesh_();
    const bones = this.bones.length;
    this.dots = new Instances(cubeGeometry(), bones, colors.accent);
    this.lines = new Lines(bones, colors.accent);
    this.skeleton = new Group();
    this.skeleton.add(this.dots.mesh, this.lines.object);
    for (const material of [this.dots.material, this.lines.material]) {
      // The skeleton is seen through the skin.
      material.depthTest = false;
      material.transparent = true;
    }
    this.dots.mesh.renderOrder = 2;
    this.lines.object.renderOrder = 1;
    this.world.add(this.skeleton);
    this.mark = fixedLines(ringPoints(), colors.error);
    this.mark.material.depthTest = false;
    this.mark.renderOrder = 3;
    this.mark.visible = false;
    this.world.add(this.mark);
    this.showParts(this.parts ?? { mesh: true, skeleton: true });
  }

  addMesh_() {
    this.mesh = null;
    if (!this.vertices) return;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(this.normals, 3));
    this.indices_ = { whole: this.drawn_(this.triangles), coarse: null };
    if (this.places_) geometry.setAttribute('uv', new BufferAttribute(this.places_, 2));
    this.shades = new BufferAttribute(new Float32Array(3 * this.vertices), 3);
    geometry.setAttribute('color', this.shades);
    this.materials_ = this.textures.map((map) => new MeshLambertMaterial({
      map, vertexColors: true, skinning: Boolean(this.skin_),
      side: this.section.bothSides ? DoubleSide : FrontSide,
    }));
    if (this.skin_) {
      geometry.setAttribute('skinIndex', new BufferAttribute(this.boneIndices, 4));
      geometry.setAttribute('skinWeight', new BufferAttribute(this.weights, 4));
      this.mesh = new SkinnedMesh(geometry, this.materials_);
      this.mesh.bindMode = 'detached';
      this.mesh.skeleton = this.skin_;
    } else {
      this.mesh = new Mesh(geometry, this.materials_);
    }
    this.mesh.frustumCulled = false;
    // It is mirrored in the .glb already.
    this.mesh.scale.z = this.world.scale.z;
    this.world.add(this.mesh);
    this.colour(this.bone);
    this.showCoarse(this.coarse);
  }

  /** Whether there might be fewer triangles. */
  get canBeCoarse() {
    return this.vertices > 0 && this.triangles.length / 3 > 1.5 * COARSE_TRIANGLES;
  }

  /** @param {boolean} coarse whether fewer triangles are drawn, if that is possible */
  showCoarse(coarse) {
    this.coarse = coarse;
    if (!this.mesh) return;
    if (coarse && this.fewer_ === undefined) {
      this.fewer_ = coarseTriangles(this, COARSE_TRIANGLES);
    }
    const fewer = coarse && this.fewer_ !== null;
    if (fewer) this.indices_.coarse ??= this.drawn_(this.fewer_);
    const { index, groups } = fewer ? this.indices_.coarse : this.indices_.whole;
    this.mesh.geometry.setIndex(index);
    this.mesh.geometry.groups = groups;
  }

  /** Colours of materials; or, of a bone, by its weights. @param {number} bone -1: none */
  colour(bone) {
    this.bone = bone;
    if (!this.vertices) return;
    const byWeights = bone >= 0 && this.weights;
    if (byWeights) {
      this.colourByWeights_(bone);
    } else {
      this.colourByMaterials_();
    }
    this.mesh.material = byWeights ? this.materials_[0] : this.materials_;
    this.shades.needsUpdate = true;
  }

  /** @param {number} bone */
  colourByWeights_(bone) {
    const none = new Color(this.colors.muted);
    const all = new Color(this.colors.series[1]);
    const shade = new Color();
    for (let v = 0; v < this.vertices; ++v) {
      let weight = 0;
      for (let k = 4 * v; k < 4 * v + 4; ++k) {
        if (this.boneIndices[k] === bone) weight += this.weights[k];
      }
      // Small weights are to be seen, too.
      shade.copy(none).lerp(all, Math.sqrt(Math.min(Math.max(weight, 0), 1)));
      shade.toArray(this.shades.array, 3 * v);
    }
  }

  colourByMaterials_() {
    const { materials = [] } = this.section.file.json;
    const of = materials.map((/** @type {any} */ { pbrMetallicRoughness }) =>
      new Color().fromArray(pbrMetallicRoughness.baseColorFactor));
    // Materials that look the same are tinted.
    if (this.textures.length === 1 && of.length > 1 && of.every((/** @type {Color} */ color) => color.equals(of[0]))) {
      of.forEach((/** @type {Color} */ color, /** @type {number} */ i) => color.lerp(
          new Color(this.colors.series[i % this.colors.series.length]), TINT));
    }
    const shades = this.shades.array;
    shades.fill(0.75);
    this.forEachCorner_((v, id) => of[id]?.toArray(shades, 3 * v));
  }

  /** @param {{mesh: boolean, skeleton: boolean}} parts */
  showParts(parts) {
    this.parts = parts;
    if (this.mesh) this.mesh.visible = parts.mesh;
    if (this.skeleton) {
      this.skeleton.visible = (parts.skeleton || !this.vertices) && this.bones.length > 0;
    }
  }

  /** @param {string | null} name null: the first */
  choose(name) {
    const { clips, file } = this.section;
    this.clip = clipOf(clips, name) ?? null;
    // A clip that begins before 0 begins there in the .glb. Without clips there is
    // one that says only which bones there are.
    this.motion = file.animations.length === 0 ? null
      : new Motion(file, -Math.max(this.clip?.start ?? 0, 0), Math.max(clips.indexOf(this.clip), 0));
  }

  /** @param {number} t */
  pose_(t) {
    if (this.clip === null) {
      this.skin_?.pose();
    } else {
      this.motion?.show(t);
      this.section.file.scene.updateMatrixWorld();
    }
    this.skin_?.update();
    this.bones.forEach(({ matrixWorld: { elements } }, bone) => {
      this.joints_.set(elements.slice(12, 15), 3 * bone);
      this.joints_[3 * bone + 2] *= this.world.scale.z;
    });
  }

  /** A vertex where the pose takes it, in POINT. @param {number} v */
  vertex_(v) {
    const place = this.positions.subarray(3 * v, 3 * v + 3);
    POINT.set(place);
    if (this.skin_) {
      POINT.fill(0);
      const m = this.skin_.boneMatrices;
      for (let k = 4 * v; k < 4 * v + 4; ++k) {
        const at = 16 * this.boneIndices[k];
        for (let c = 0; c < 3; ++c) {
          let sum = m[at + 12 + c];
          for (let r = 0; r < 3; ++r) sum += place[r] * m[at + 4 * r + c];
          POINT[c] += this.weights[k] * sum;
        }
      }
    }
    POINT[2] *= this.world.scale.z;
    return POINT;
  }

  frame_() {
    const points = [...this.joints_];
    const step = Math.max(1, Math.floor(this.vertices / FRAMED_VERTICES));
    for (let v = 0; v < this.vertices; v += step) points.push(...this.vertex_(v));
    const ball = ballAround(points) ?? { center: [0, 0, 0], radius: 1, bottom: -1 };
    this.center = ball.center;
    this.radius = ball.radius;
    this.bottom = ball.bottom;
  }

  view() {
    const [x, y, z] = this.center;
    return { center: [x, y, this.world.scale.z * z], radius: this.radius * 1.08, direction: [0.35, 0.2, this.world.scale.z * this.front] };
  }

  /** @param {number} t seconds from the clip's start */
  show(t) {
    this.pose_(t);
    const size = JOINT_SIZE * this.radius;
    for (let bone = 0; bone < this.bones.length; ++bone) {
      const at = 3 * bone;
      if (isPlace(this.joints_, at)) {
        this.dots.place(bone, this.joints_, at, UPRIGHT, 0,
                        bone === this.bone ? 2.2 * size : size,
                        bone === this.bone ? 2.2 * size : size);
      } else {
        this.dots.hide(bone);
      }
      const parent = this.parents_[bone];
      const from = parent < 0 ? at : 3 * parent;
      this.lines.set(bone, this.joints_, from, this.joints_, at);
    }
    this.dots.changed();
    this.lines.changed();
  }

  /** @param {string | null} path */
  find(path) {
    const bone = /\bbones\[(\d+)\]/.exec(path ?? '');
    if (bone) return { bone: Number(bone[1]) };
    const vertex = /^vertices\[(\d+)\]/.exec(path ?? '');
    if (vertex) return { vertex: Number(vertex[1]) };
    const triangle = /^triangles\[(\d+)\]/.exec(path ?? '');
    if (triangle && this.triangles) {
      return { vertex: this.triangles[3 * this.placeOf_(Number(triangle[1]))] };
    }
    return null;
  }

  /** Where a triangle of the file is among those of the mesh. @param {number} triangle */
  placeOf_(triangle) {
    const { subsets } = this.section;
    let all = 0;
    let below = 0;
    for (let i = 0; i < subsets.length; i += 2) {
      const [first, count] = subsets.subarray(i, i + 2);
      if (triangle >= first && triangle < first + count) return all + triangle - first;
      all += count;
      if (first < triangle) below += count;
    }
    // It belongs to no subset, as those at the end.
    return all + triangle - below;
  }

  /** @param {string | null} path */
  markAt(path) {
    const place = this.find(path);
    this.mark.visible = false;
    if (place === null) return false;
    if (place.vertex !== undefined) {
      if (!(place.vertex < this.vertices)) return false;
      this.vertex_(place.vertex);
    } else {
      if (!(place.bone < this.bones.length)) return false;
      for (let c = 0; c < 3; ++c) POINT[c] = this.joints_[3 * place.bone + c];
    }
    if (!isPlace(POINT, 0)) return false;
    this.mark.position.set(POINT[0], POINT[1], POINT[2]);
    this.mark.scale.setScalar(MARK_SIZE * this.radius);
    this.mark.visible = true;
    return true;
  }

  rows() {
    return this.bones.map((_, bone) => ({
      path: `bones[${bone}]`,
      name: `bone ${bone}`,
      position: this.joints_.subarray(3 * bone, 3 * bone + 3),
    }));
  }

  says() {
    const parts = [];
    if (this.vertices) {
      parts.push(this.vertices === 1 ? '1 vertex' : `${this.vertices.toLocaleString('en')} vertices`,
                 count(this.triangles.length / 3, 'triangle'));
    }
    if (this.bones.length) parts.push(count(this.bones.length, 'bone'));
    if (this.clip === null && this.bones.length) parts.push('no clip: as it was bound');
    const textures = this.textures.length - 1;
    const unread = (this.section.textures?.pictures.length ?? 0) - textures;
    if (textures) parts.push(`${count(textures, 'texture')}, ${TEXTURE_SIDE} x ${TEXTURE_SIDE} pixels`);
    if (unread) parts.push(`${count(unread, 'texture')} that the browser cannot read`);
    if (!textures && !unread) parts.push('textures are not in the report');
    return parts.join(' · ');
  }

  /** The number of triangles if there are fewer; '': all of them. */
  get coarseText() {
    return !this.fewer_ ? '' : `${(this.fewer_.length / 3).toLocaleString('en')} triangles`;
  }
}

const POINT = new Float64Array(3);
const UPRIGHT = new Float64Array([0, 0, 0, 1]);
