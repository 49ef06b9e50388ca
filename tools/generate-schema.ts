import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

import { migrateSchema } from '@lectern/server/platform/database/migrate.ts'

import { tablesSource } from './generate-tables.ts'
import { createScratchDatabase } from './scratch-database.ts'

const execute = promisify(execFile)

/** Other versions print the same schema with other words. */
const dumpVersion = 15

const header = `-- The whole schema, as pg_dump ${dumpVersion} prints it after all migrations. Do not edit: \`npm run generate\`.
`
const root = new URL('../', import.meta.url)

/** Lines about the time and build of the dump, or for psql alone. */
const volatile = [
  /^\\(un)?restrict /,
  /^-- (Dumped|PostgreSQL database dump|Name:)/,
  /^--$/,
  /^SET (?!default_)/,
  // CREATE EXTENSION itself makes this comment, with the words of its version.
  /^COMMENT ON EXTENSION /,
]

export async function schemaSource(databaseUrl: string): Promise<string> {
  const { stdout } = await execute('pg_dump', [
    '--schema-only',
    '--no-owner',
    '--dbname',
    databaseUrl,
  ])
  const kept = stdout
    .split('\n')
    .filter((line) => !volatile.some((pattern) => pattern.test(line)))
    .join('\n')
  return `${header}\n${kept.replaceAll(/\n{3,}/g, '\n\n').trim()}\n`
}

/** The reason why schema.sql cannot be printed on this machine; undefined when it can. */
export async function dumpMissing(): Promise<string | undefined> {
  try {
    const { stdout } = await execute('pg_dump', ['--version'])
    const major = Number(/\d+/.exec(stdout)?.[0])
    return major === dumpVersion
      ? undefined
      : `pg_dump ${major} is installed, and schema.sql is printed by pg_dump ${dumpVersion}`
  } catch {
    return `pg_dump ${dumpVersion} is not installed`
  }
}

/** The generated files, each with its expected text. */
async function sources(): Promise<[file: string, text: string][]> {
  const missing = await dumpMissing()
  if (missing !== undefined) throw new Error(missing)
  const database = await createScratchDatabase('schema')
  try {
    await migrateSchema(database.url)
    return [
      ['server/migrations/schema.sql', await schemaSource(database.url)],
      ['server/src/platform/database/tables.ts', await tablesSource(database.url)],
    ]
  } finally {
    await database.drop()
  }
}

async function main(isCheck: boolean): Promise<void> {
  for (const [file, text] of await sources()) {
    const target = new URL(file, root)
    const committed = await readFile(target, 'utf8').catch(() => undefined)
    if (committed === text) continue
    if (isCheck) {
      process.stderr.write(
        `${file} does not match the migrations. Run "npm run generate" and commit the result.\n`,
      )
      process.exitCode = 1
    } else await writeFile(target, text)
  }
}

if (import.meta.main) await main(process.argv.includes('--check'))
