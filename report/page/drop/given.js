// Copyright 2026 The clipguard authors
// SPDX-License-Identifier: Apache-2.0

// Files as browsers give them: dropped, chosen or pasted, alone or in folders. As
// `clipguard report` does, folders are looked through for all that is not hidden.

/**
 * @typedef {object} Given
 * @property {string} path with the folder that was given
 * @property {File | null} file
 * @property {string} [problem] why there is no file
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

/** What was dropped or pasted. @param {DataTransfer} data @returns {Promise<Given[]>} */
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
    // Chromium's entries cannot be read by a page from the disk; its handles can.
    const folder = await handle;
    /** @type {Given[]} */
    const found = [];
    try {
      if (folder?.kind === 'directory') await walkHandle(folder, folder.name, found);
      else if (entry?.isDirectory) await walkEntry(entry, entry.name, found);
      else if (file) found.push({ path: file.name || 'file', file });
    } catch (error) {
      const path = folder?.name ?? entry?.name ?? 'folder';
      found.push({ path, file: null, problem: /** @type {Error} */ (error).message });
    }
    all.push(...sorted(found));
  }
  return all;
}

/** What was chosen. @param {FileList} files @returns {Given[]} */
export function chosen(files) {
  const all = [...files].map((file) => ({
    path: file.webkitRelativePath || file.name || 'file', file,
  }));
  // A file that is named is meant, whatever its name is.
  return all.some(({ path }) => path.includes('/'))
    ? sorted(all.filter(({ path }) => !path.split('/').slice(1).some(isHidden)))
    : all;
}
