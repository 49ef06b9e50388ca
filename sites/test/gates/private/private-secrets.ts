import fs from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { TestSites } from '../../test-sites.ts'

export interface Secret {
  readonly name: string
  readonly text: string
}

export interface Logs {
  readonly lines: () => string
  readonly stop: () => void
}

/** What the loggers of this process write, which then nobody else sees. */
export function catchLogs(): Logs {
  const caught: string[] = []
  const { write } = fs
  const standardOutput = 1
  // Loggers write through here; what the gate itself prints does not.
  const caughtWrite = (...given: unknown[]): void => {
    const [descriptor, text] = given
    const done = given.at(-1)
    if (descriptor !== standardOutput || typeof done !== 'function') {
      Reflect.apply(write, fs, given)
      return
    }
    const buffer = Buffer.isBuffer(text) ? text : Buffer.from(String(text))
    caught.push(buffer.toString())
    setImmediate(() => {
      Reflect.apply(done, undefined, [null, buffer.length, text])
    })
  }
  Reflect.set(fs, 'write', caughtWrite)
  return {
    lines: () => caught.join(''),
    stop: () => {
      Reflect.set(fs, 'write', write)
    },
  }
}

/** Where a secret lies that should be nowhere: in any row, in the logs, on disk. */
export async function findSecrets(
  { api, snapshotFolder }: TestSites,
  logs: Logs,
  secrets: readonly Secret[],
): Promise<readonly string[]> {
  const places: [string, string][] = [['a log', logs.lines()]]
  const tables = await api.rows(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  for (const { name } of tables) {
    const rows = await api.rows(`select t::text as text from ${name} t`)
    places.push([`table ${name}`, rows.map(({ text }) => text).join('\n')])
  }
  places.push(['the snapshot', await readFolder(snapshotFolder)])
  return places.flatMap(([place, text]) =>
    secrets
      .filter((secret) => text.includes(secret.text))
      .map(({ name }) => `${name} is in ${place}`),
  )
}

/** Everything below a folder, names and contents. */
export async function readFolder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        // Replaced while it is read: what it says next is read by the next.
        const bytes = await readFile(file).catch(() => Buffer.alloc(0))
        return `${file}\n${unpacked(bytes)}`
      }),
  )
  return texts.join('\n')
}

function unpacked(bytes: Buffer): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isPacked ? gunzipSync(bytes) : bytes).toString()
}
