import { lstat, mkdir, open, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The folder of uploads under way. No key has a `~`, so no key can name it. */
export const incomingName = '~incoming'

interface Place {
  readonly directory: string
  readonly file: string
}

/**
 * The place of a key on disk. The names of its folders end in `+`, which no segment has: the keys
 * `a` and `a/b` can then both exist, as they can in S3.
 */
export function placeOf(root: string, key: string): Place {
  const segments = key.split('/')
  const name = segments.pop() ?? ''
  const directory = join(root, ...segments.map((segment) => `${segment}+`))
  return { directory, file: join(directory, name) }
}

export function directoryOf(root: string, prefix: string): string {
  return join(root, ...prefix.split('/').map((segment) => `${segment}+`))
}

/** The real path of the storage folder, which may be a symbolic link; nothing inside it may. */
export async function realRoot(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o750 })
  return await realpath(folder)
}

/** Whether the directory exists; refuses one that is reached through a symbolic link. */
export async function isPlainDirectory(directory: string): Promise<boolean> {
  try {
    if ((await realpath(directory)) !== directory) throw symbolicLink(directory)
    return true
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

/** Makes missing directories level by level: a recursive mkdir would follow a symbolic link. */
export async function makeDirectory(root: string, directory: string): Promise<void> {
  if (directory === root) return
  await makeDirectory(root, dirname(directory))
  try {
    await mkdir(directory, { mode: 0o750 })
    await syncDirectory(dirname(directory))
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    if (!(await lstat(directory)).isDirectory()) throw symbolicLink(directory)
  }
}

/** Writes a directory to disk: only then do the names in it survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function unlessGone(acting: Promise<void>): Promise<void> {
  try {
    await acting
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

function symbolicLink(path: string): Error {
  return new Error(
    `${path} is, or lies behind, a symbolic link. The storage folder holds only plain folders and files; put the original there.`,
  )
}
