/** The folder of a file, without a slash at its end; empty at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0))
}

/** The path that `path` names relative to a folder; undefined when it leaves the top. */
export function joinPath(folder: string, path: string): string | undefined {
  const steps = folder === '' ? [] : folder.split('/')
  for (const step of path.split('/')) {
    if (step === '..' && steps.pop() === undefined) return undefined
    if (step !== '..' && step !== '.' && step !== '') steps.push(step)
  }
  const joined = steps.join('/')
  return path.endsWith('/') && joined !== '' ? `${joined}/` : joined
}

/** The relative path from a folder to a path: `../guide/setup.md`; empty for the folder itself. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/')
  const to = path.split('/')
  let shared = 0
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) {
    shared += 1
  }
  return [...from.slice(shared).fill('..'), ...to.slice(shared)].join('/')
}
