import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { isSafePath } from '@lectern/content/repository/paths.ts'
import { extract, type Entry } from 'tar-stream'

import { messageOf, Refusal } from '#/failure.ts'

export interface PulledFile {
  readonly path: string
  readonly sizeBytes: number
}

/** The files of an archive. Reads to the end first, so that a broken archive writes nothing. */
export async function lookThrough(archive: string): Promise<readonly PulledFile[]> {
  const files: PulledFile[] = []
  await eachFile(archive, async (file, entry) => {
    files.push(file)
    for await (const _chunk of entry) continue
  })
  return files
}

interface Unpacking {
  readonly signal: AbortSignal
  readonly onFile: (done: number) => void
}

export async function unpackInto(
  folder: string,
  archive: string,
  { signal, onFile }: Unpacking,
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const top = await realpath(folder)
  let done = 0
  await eachFile(archive, async (file, entry) => {
    const place = path.join(top, file.path)
    await mkdir(path.dirname(place), { recursive: true })
    await requireInside(top, path.dirname(place), file.path)
    // An existing link of this name would redirect the bytes to its target.
    await rm(place, { force: true })
    await pipeline(entry, createWriteStream(place, { flags: 'wx' }), { signal })
    done += 1
    onFile(done)
  })
}

/** Refuses a place outside the top folder, to which a link in the path may lead. */
async function requireInside(top: string, place: string, file: string): Promise<void> {
  if (`${await realpath(place)}${path.sep}`.startsWith(`${top}${path.sep}`)) return
  throw new Refusal(
    'folder_leads_out',
    `"${file}" would be written outside of the folder, because a folder in it is a link. Remove the link, or name another folder.`,
  )
}

async function eachFile(
  archive: string,
  take: (file: PulledFile, entry: Entry) => Promise<void>,
): Promise<void> {
  const tar = extract()
  const read = pipeline(createReadStream(archive), createGunzip(), tar)
  // The `await read` below reports the error; until then it must not count as unhandled.
  read.catch(() => undefined)
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file' || !isSafePath(name)) throw new Error(`it holds "${name}"`)
      await take({ path: name, sizeBytes: size }, entry)
    }
    await read
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && 'syscall' in error)) {
      throw error
    }
    throw new Refusal(
      'archive_broken',
      `What the server sent is no whole archive of files: ${messageOf(error)}. Try again; if it stays so, whoever runs the server finds the reason in its log.`,
      { cause: error },
    )
  }
}
