import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompressSync } from 'node:zlib'

import type { Instance } from '../harness/instance.ts'
import { canaryPattern } from './purge-canaries.ts'

const run = promisify(execFile)
const dumpBytesMax = 1024 ** 3
/** How pg_dump spells bytes. */
const bytesPattern = /\\\\x((?:[0-9a-f]{2})+)/g

/** Where canaries are, by the place that keeps them. */
export type Found = ReadonlyMap<string, ReadonlySet<string>>

/** Everything that is kept: all tables with the index of the search, and every stored file. */
export async function findCanaries({
  databaseUrl,
  environment,
}: Instance): Promise<Found> {
  const found = new Map<string, Set<string>>()
  const note = (place: string, text: string) => {
    const known = found.get(place) ?? new Set<string>()
    for (const [canary] of text.matchAll(canaryPattern)) known.add(canary)
    if (known.size > 0) found.set(place, known)
  }
  const dump = await dumpOf(databaseUrl)
  for (const [table, text] of tablesOf(dump)) {
    note(`table ${table}`, text)
    for (const [, digits = ''] of text.matchAll(bytesPattern)) {
      note(`table ${table}`, unpacked(Buffer.from(digits, 'hex')))
    }
  }
  const folder = environment['STORAGE_FOLDER'] ?? ''
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  for (const entry of entries) {
    note('the names of stored files', entry.name)
    if (!entry.isFile()) continue
    const bytes = await readFile(path.join(entry.parentPath, entry.name))
    note('stored files', bytes.toString('latin1'))
  }
  return found
}

async function dumpOf(databaseUrl: string): Promise<string> {
  const folder = process.env['POSTGRES_BIN']
  const program = folder === undefined ? 'pg_dump' : path.join(folder, 'pg_dump')
  const { stdout } = await run(program, ['--dbname', databaseUrl], {
    maxBuffer: dumpBytesMax,
  })
  return stdout
}

/** A dump says before the rows of a table whose they are. */
function tablesOf(dump: string): [string, string][] {
  return dump.split(/^COPY /m).map((text, index) => {
    const name = index === 0 ? 'of no name' : (text.split(' ', 1)[0] ?? '')
    return [name, text]
  })
}

/** Documents are stored compressed; other bytes are searched as they are. */
function unpacked(bytes: Buffer): string {
  const isCompressed = bytes.length > 4 && bytes.readUInt32LE() === 0xfd2fb528
  if (!isCompressed) return bytes.toString('latin1')
  try {
    return zstdDecompressSync(bytes).toString()
  } catch {
    return bytes.toString('latin1')
  }
}
