import { readFile } from 'node:fs/promises'

import type { Client } from 'pg'

import { migrationFiles } from '#/platform/database/migrate.ts'

import { migrationState } from '../pending.ts'
import { type Check, fail, ok, type Verdict, warn } from './check.ts'

const versionMin = 15
const skewFailMs = 5_000
const skewWarnMs = 1_000

const migrationsFolder = new URL('../../../../migrations/', import.meta.url)

export function databaseChecks(client: Client, databaseUrl: string): readonly Check[] {
  return [
    { name: 'database version', judge: async () => judgeVersion(client) },
    { name: 'encoding', judge: async () => judgeEncoding(client) },
    { name: 'extensions', judge: async () => judgeExtensions(client) },
    { name: 'migrations', judge: async () => judgeMigrations(databaseUrl) },
    { name: 'clock', judge: async () => judgeClock(client) },
    { name: 'time zone', judge: async () => judgeTimeZone(client) },
    { name: 'autovacuum', judge: async () => judgeAutovacuum(client) },
  ]
}

async function judgeVersion(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ number: number; text: string }>(
    `select current_setting('server_version_num')::integer as number,
      current_setting('server_version') as text`,
  )
  const { number = 0, text = 'unknown' } = rows[0] ?? {}
  return number >= versionMin * 10_000
    ? ok(`PostgreSQL ${text}`)
    : fail(`PostgreSQL ${text}`, `Upgrade PostgreSQL to ${versionMin} or newer`)
}

async function judgeEncoding(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  )
  const encoding = rows[0]?.encoding ?? 'unknown'
  return encoding === 'UTF8'
    ? ok(encoding)
    : fail(
        `the database stores ${encoding}`,
        'Create the database again with encoding UTF8, such as createdb --encoding=UTF8 --template=template0',
      )
}

async function judgeExtensions(client: Client): Promise<Verdict> {
  const wanted = await wantedExtensions()
  const { rows } = await client.query<{ name: string; installed: boolean }>(
    `select name, installed_version is not null as installed
     from pg_available_extensions where name = any($1)`,
    [wanted],
  )
  const known = new Map(rows.map(({ name, installed }) => [name, installed]))
  const unavailable = wanted.filter((name) => !known.has(name))
  if (unavailable.length > 0) {
    return fail(
      `the server does not offer ${unavailable.join(', ')}`,
      'Install the contrib package of PostgreSQL on the database server',
    )
  }
  const absent = wanted.filter((name) => known.get(name) === false)
  if (absent.length > 0) {
    const statements = absent.map((name) => `create extension ${name}`).join('; ')
    return fail(
      `not installed: ${absent.join(', ')}`,
      `Run "lectern-server migrate", or as a superuser: ${statements}`,
    )
  }
  return ok(wanted.join(', '))
}

/** The extensions that the schema needs, which are those that the migrations create. */
export async function wantedExtensions(): Promise<string[]> {
  const files = await migrationFiles()
  const texts = await Promise.all(
    files.map(async (name) => readFile(new URL(name, migrationsFolder), 'utf8')),
  )
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^create extension if not exists (\w+)/gim)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)]
}

async function judgeMigrations(databaseUrl: string): Promise<Verdict> {
  const { missing, unknown } = await migrationState(databaseUrl)
  if (missing.length > 0) {
    return fail(`pending: ${missing.join(', ')}`, 'Run "lectern-server migrate"')
  }
  if (unknown.length > 0) {
    return warn(
      `a newer release applied ${unknown.join(', ')}`,
      'Upgrade this installation to that release',
    )
  }
  return ok('up to date')
}

/** Compares the clocks; half of the round trip is the best guess for when the database read its. */
async function judgeClock(client: Client): Promise<Verdict> {
  const beforeMs = Date.now()
  const { rows } = await client.query<{ ms: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`,
  )
  const middleMs = (beforeMs + Date.now()) / 2
  const skewMs = Math.round(Number(rows[0]?.ms) - middleMs)
  return judgeSkew(
    `the database's clock is ${skewMs} ms from this machine's`,
    Math.abs(skewMs),
  )
}

export function judgeSkew(detail: string, skewMs: number): Verdict {
  if (skewMs < skewWarnMs) return ok(detail)
  const remedy = 'Let all machines keep time with NTP'
  return skewMs < skewFailMs ? warn(detail, remedy) : fail(detail, remedy)
}

async function judgeTimeZone(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ zone: string; is_utc: boolean }>(
    `select current_setting('TimeZone') as zone,
      bool_and(extract(timezone from now() + months * interval '1 month') = 0) as is_utc
     from generate_series(0, 11) as months`,
  )
  const { zone = 'unknown', is_utc = false } = rows[0] ?? {}
  return is_utc
    ? ok(zone)
    : warn(
        `the database's own time zone is ${zone}; servers ask for UTC by themselves`,
        "Run: alter database … set timezone = 'UTC'; so that days begin at the same moment for whoever else connects",
      )
}

/** Warns unless autovacuum is on, which gathers the statistics that the planner needs. */
async function judgeAutovacuum(client: Client): Promise<Verdict> {
  const { rows } = await client.query<{ isOn: boolean }>(
    `select current_setting('autovacuum')::boolean
       and current_setting('track_counts')::boolean as "isOn"`,
  )
  return rows[0]?.isOn === true
    ? ok('on')
    : warn(
        'PostgreSQL does not look after its tables, so reads and writes get slower and slower',
        "Set autovacuum and track_counts to 'on', and run: vacuum analyze",
      )
}
