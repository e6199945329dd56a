// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files as browsers give them: dropped, chosen or pasted, alone or in folders. As
// `clipguard report` does, folders are looked through for all that is not hidden.

/**
 * @typedef {object} Given
 * @property {string} path with the folder that was given
 * @property {File | null} file
 * @property {string} [problem] why there is no file
 * @property {Given} [against] whose motion is shown beside its own
 */

const isHidden = (/** @type {string} */ name) => name.startsWith('.');

/** @param {Given[]} found @returns {Given[]} */
function sorted(found) {
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** @param {string} path @param {() => Promise<File>} get @returns {Promise<Given>} */
async function given(path, get) {
  try {
    return { path, file: await get() };
  } catch (error) {
    return { path, file: null, problem: /** @type {Error} */ (error).message };
  }
}

/** @param {any} folder a FileSystemDirectoryHandle @param {string} path @param {Given[]} found */
async function walkHandle(folder, path, found) {
  for await (const child of folder.values()) {
    if (isHidden(child.name)) continue;
    const name = `${path}/${child.name}`;
    if (child.kind === 'directory') await walkHandle(child, name, found);
    else found.push(await given(name, () => child.getFile()));
  }
}

/** @param {any} folder a FileSystemDirectoryEntry @param {string} path @param {Given[]} found */
async function walkEntry(folder, path, found) {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (some.length === 0) return;
    for (const child of some) {
      if (isHidden(child.name)) continue;
      const name = `${path}/${child.name}`;
      if (child.isDirectory) await walkEntry(child, name, found);
      else found.push(await given(name, () => new Promise((...done) => { child.file(...done); })));
    }
  }
}

/** A handle, unless this browser or this item has none. @param {any} item @returns {Promise<any>} */
async function handleOf(item) {
  try {
    return await item.getAsFileSystemHandle?.();
  } catch {
    return null;
  }
}

/**
 * Returns the files in a folder.
 * @param {any} entry @param {Promise<any>} handle @returns {Promise<Given[]>}
 */
async function inFolder(entry, handle) {
  /** @type {Given[]} */
  const found = [];
  let problem = 'the browser gives no file that is in it';
  try {
    await walkEntry(entry, entry.name, found);
  } catch (error) {
    // In a page from the disk, Chromium reads no entries, but handles. Those have no files with
    // characters in their names that Windows forbids.
    found.length = 0;
    try {
      await walkHandle(await handle, entry.name, found);
    } catch {
      problem = /** @type {Error} */ (error).message;
    }
  }
  if (found.length === 0) found.push({ path: entry.name, file: null, problem });
  return sorted(found);
}

/** Returns the files that were dropped or pasted. @param {DataTransfer} data @returns {Promise<Given[]>} */
export async function givenBy(data) {
  // All of it is gone when this returns to the browser for the first time.
  const items = [...data.items].filter((item) => item.kind === 'file').map((item) => ({
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry?.(),
    handle: handleOf(item),
  }));
  /** @type {Given[]} */
  const all = [];
  for (const { file, entry, handle } of items) {
    if (entry?.isDirectory) all.push(...await inFolder(entry, handle));
    else if (file) all.push({ path: file.name || 'file', file });
  }
  return all;
}

/** Returns the files that were chosen in a dialog. @param {FileList} files @returns {Given[]} */
export function chosen(files) {
  const all = [...files].map((file) => ({
    path: file.webkitRelativePath || file.name || 'file', file,
  }));
  // A file that is named is meant, whatever its name is.
  return all.some(({ path }) => path.includes('/'))
    ? sorted(all.filter(({ path }) => !path.split('/').slice(1).some(isHidden)))
    : all;
}
