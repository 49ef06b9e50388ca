/**
 * Whether a path stays inside the folder it is relative to, on any system, and out of the folder in
 * which Git keeps settings that it obeys.
 */
export function isSafePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- a NUL ends a path for the system, not for us
  if (path === '' || /[\\\u0000]/.test(path) || /^(?:\/|[A-Za-z]:)/.test(path)) {
    return false
  }
  return path
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !isGitFolder(part))
}

/** Characters in names that some systems leave out. */
const leftOut = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu

/** Whether a name means `.git` on some system: in any case, as a short name, or with an ending. */
function isGitFolder(part: string): boolean {
  const [name = ''] = part.replaceAll(leftOut, '').split(':', 1)
  return /^(?:\.git|git~\d+)[. ]*$/i.test(name)
}

/** The path with names that mean `.git` on some system spelled in another way. */
export function withoutGitFolders(path: string): string {
  return path
    .split('/')
    .map((part) => (isGitFolder(part) ? `_${part}` : part))
    .join('/')
}

/** The path that a spelling means in a folder (`''` or ending in `/`); undefined above the top. */
export function resolvePath(folder: string, spelling: string): string | undefined {
  const parts = spelling.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const part of spelling.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/** The relative path from a folder to a file, with `../` for files outside the folder. */
export function relativePath(folder: string, path: string): string {
  const from = folder.split('/').slice(0, -1)
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) {
    shared++
  }
  return '../'.repeat(from.length - shared) + to.slice(shared).join('/')
}

/** The folder of a file, ending in `/`; `''` at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(0, dot) : name
}

/** Whether a file is the page of its folder; the case of the name does not matter. */
export function isReadme(path: string): boolean {
  return /^readme\.(?:md|markdown)$/i.test(nameOf(path))
}

/** The folder of a page's children: that of a folder's own page, else one with the page's name. */
export function childFolder(path: string): string {
  return isReadme(path)
    ? folderOf(path)
    : `${folderOf(path)}${withoutExtension(nameOf(path))}/`
}
