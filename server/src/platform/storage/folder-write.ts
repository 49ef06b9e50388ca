import { randomUUID } from 'node:crypto'
import { link, lstat, open, opendir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { exactSize, requireExactSize } from '#/platform/storage/exact-size.ts'
import {
  hasCode,
  incomingName,
  isPlainDirectory,
  makeDirectory,
  placeOf,
  syncDirectory,
  unlessGone,
} from '#/platform/storage/folder-paths.ts'
import { trailerFor } from '#/platform/storage/folder-trailer.ts'
import type { FileAbout } from '#/platform/storage/storage.ts'

const sweepEveryMs = 60 * 60 * 1000
const abandonedAfterMs = 24 * 60 * 60 * 1000
const placeAttemptsMax = 10

type Mode = 'replace' | 'create'
type Write = (
  key: string,
  body: Readable | Buffer,
  about: FileAbout,
  mode: Mode,
) => Promise<boolean>

/** Writes whole files or nothing: a temporary file gets the bytes, and then its name at once. */
export function createWriter(rootOnce: () => Promise<string>): Write {
  let sweptAt = Number.NEGATIVE_INFINITY

  return async (key, body, about, mode) => {
    const root = await rootOnce()
    const incoming = join(root, incomingName)
    await makeDirectory(root, incoming)
    const temporary = join(incoming, randomUUID())
    try {
      await writeTemporary(temporary, body, about)
      if (performance.now() - sweptAt > sweepEveryMs) {
        sweptAt = performance.now()
        // Uses the clock that dates the files, which may differ from that of this process.
        await sweepAbandoned(incoming, (await lstat(temporary)).mtimeMs)
      }
      return await place(root, key, temporary, mode)
    } finally {
      await unlessGone(unlink(temporary))
    }
  }
}

/** Links a second name to the same bytes: files are replaced whole and never written into. */
export async function copyFile(root: string, from: string, to: string): Promise<boolean> {
  const { directory, file } = placeOf(root, from)
  if (!(await isPlainDirectory(directory))) return false
  try {
    if (!(await lstat(file)).isFile()) return false
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
  const isNew = await place(root, to, file, 'create')
  if (!isNew) throw new Error(`There already is a file ${to}`)
  return true
}

async function writeTemporary(
  path: string,
  body: Readable | Buffer,
  { contentType, sizeBytes }: FileAbout,
): Promise<void> {
  const handle = await open(path, 'wx', 0o640)
  try {
    if (Buffer.isBuffer(body)) {
      requireExactSize(body, sizeBytes)
      await handle.writeFile(body)
    } else {
      await pipeline(body, exactSize(sizeBytes), (sized) => handle.writeFile(sized))
    }
    await handle.appendFile(trailerFor(contentType))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function place(
  root: string,
  key: string,
  temporary: string,
  mode: Mode,
): Promise<boolean> {
  const { directory, file } = placeOf(root, key)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeDirectory(root, directory)
      await (mode === 'create' ? link(temporary, file) : rename(temporary, file))
      break
    } catch (error) {
      if (mode === 'create' && hasCode(error, 'EEXIST')) return false
      // A delete may remove the emptied directory just before the file takes its name in it.
      if (!hasCode(error, 'ENOENT') || attempt === placeAttemptsMax) throw error
    }
  }
  await unlessGone(syncDirectory(directory))
  return true
}

/** Deletes leftovers of killed processes, which may hold bytes since deleted everywhere else. */
async function sweepAbandoned(incoming: string, nowMs: number): Promise<void> {
  const abandonedBefore = nowMs - abandonedAfterMs
  for await (const { name } of await opendir(incoming)) {
    const path = join(incoming, name)
    const modifiedAt = (await lstat(path).catch(() => undefined))?.mtimeMs ?? Infinity
    if (modifiedAt < abandonedBefore) await unlessGone(unlink(path))
  }
}
