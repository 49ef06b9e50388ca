import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { purgeSpaces } from '#/features/writing/spaces/space-jobs.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { fsckProblems } from '../fsck/fsck-problems.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { rowsOf } from '../kill9/kill9-stored.ts'
import { type Canary, plantCanaries } from './purge-canaries.ts'
import { findCanaries } from './purge-find.ts'
import { send } from './purge-send.ts'

type Break = 'table left out' | 'words left out' | 'files left' | 'another clock'

const canaryCount = 1_000
const canariesKept = 50
const clockDays = 30
const withinMs = 120_000
const edgeAttempts = 40
const almost = '6 days 23 hours 59 minutes 59 seconds'
const past = '7 days 1 second'
const almostWithMargin = '6 days 23 hours 55 minutes'

/** A deleted space comes back until the last second; after that nothing of it is anywhere. */
async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { seed, broken, say } = options
  const preload = new URL('purge-clock.ts', import.meta.url).href
  const instance = await createInstance({
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${preload}`,
  })
  try {
    if (broken !== undefined) await plant(instance, broken)
    // One api is ahead and one behind, so that neither error can hide.
    const ahead = await instance.startApi(undefined, off(clockDays))
    const behind = await instance.startApi(undefined, off(-clockDays))
    await instance.startWorker(off(-clockDays))
    const urls = [ahead.url, behind.url]
    const [url = ''] = urls
    const [doomed, kept] = await Promise.all([
      createSpace(instance, url),
      createSpace(instance, url),
    ])
    const count = canariesWanted()
    const places = { url, spaceId: doomed, count, seed }
    const canaries = await plantCanaries(instance, places)
    const others = { url, spaceId: kept, count: canariesKept, seed: seed + 1 }
    const keptCanaries = await plantCanaries(instance, others)
    await untilIndexed(instance, [doomed, kept])
    const before = await findCanaries(instance)
    const problems = [
      ...missing(before, [...canaries, ...keptCanaries], 'was planted and is nowhere'),
      ...(await judgeEdges(instance, urls)),
    ]
    const tables = [...before].map(([place, found]) => `${place} ${found.size}`)
    say(`  planted: ${tables.join(', ')}`)
    problems.push(...(await purge(instance, urls, { doomed, broken })))
    const after = await findCanaries(instance)
    const left = leftIn(after, canaries)
    return {
      figure: `restorable at 6 d 23:59:59 and not at 7 d 0:00:01 with clocks ${clockDays} days ahead and behind; ${left.length} of ${canaries.length} canaries left in the dump, the files or the index`,
      problems: [
        ...problems,
        ...left,
        ...missing(after, keptCanaries.filter(isKept), 'of another space went away'),
        ...(await fsckProblems(instance)),
      ],
    }
  } finally {
    await instance.close()
  }
}

function canariesWanted(): number {
  const { values } = parseArgs({
    options: { canaries: { type: 'string' } },
    strict: false,
  })
  return Number(values['canaries'] ?? canaryCount)
}

async function createSpace({ sample }: Instance, url: string): Promise<string> {
  const spaces = `${url}/v1/orgs/${sample.organization}/spaces`
  const { id } = await send(spaces, sample.tokens.admin, { title: 'Purged', empty: true })
  return id
}

const off = (days: number) => ({ GATE_CLOCK_DAYS: String(days) })

/** The import has run and the search knows everything. */
async function untilIndexed(
  instance: Instance,
  spaces: readonly string[],
): Promise<void> {
  await until('the index', async () => {
    const [row] = await rowsOf<{ waiting: number }>(
      instance,
      `select (
         select count(*) from import_run where status in ('pending', 'in-progress')
       )::integer + (
         select count(*) from branch as b
         left join search_state as s on s.space_id = b.space_id
         where b.space_id = any($1) and s.indexed_number is distinct from b.head_number
       )::integer as waiting`,
      [spaces],
    )
    return row?.waiting === 0
  })
}

/** One space for each api: back at the last second, deleted again, and gone right after the last. */
async function judgeEdges(
  instance: Instance,
  urls: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  for (const url of urls) {
    const spaceId = await createSpace(instance, url)
    for (const { age, expected } of [
      { age: almost, expected: 200 },
      { age: past, expected: 404 },
    ]) {
      await call(instance, 'DELETE', `${url}/v1/spaces/${spaceId}`)
      const status = await restoreAt(instance, { url, spaceId, age })
      if (status !== expected) {
        problems.push(`restoring was answered ${status} after ${age}`)
      }
    }
  }
  return problems
}

interface Aged {
  readonly url: string
  readonly spaceId: string
  readonly age: string
}

/** A machine that takes longer than the second that is left tries again. */
async function restoreAt(instance: Instance, aged: Aged): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await setAge(instance, aged.spaceId, aged.age)
    const status = await call(
      instance,
      'POST',
      `${aged.url}/v1/spaces/${aged.spaceId}/restore`,
    )
    const [row] = await rowsOf<{ late: boolean | null }>(
      instance,
      `select pg_catalog.now() - deleted_at >= interval '7 days' as late
       from content_node where id = $1`,
      [aged.spaceId],
    )
    const isTelling = aged.age !== almost || status === 200 || row?.late !== true
    if (isTelling || attempt === edgeAttempts) return status
  }
}

async function setAge(instance: Instance, spaceId: string, age: string): Promise<void> {
  await rowsOf(
    instance,
    `update content_node set deleted_at = pg_catalog.now() - $2::interval where id = $1`,
    [spaceId, age],
  )
}

async function call(
  { sample }: Instance,
  method: 'POST' | 'DELETE',
  url: string,
): Promise<number> {
  const headers = { authorization: `Bearer ${sample.tokens.admin}` }
  const reply = await fetch(url, { method, headers })
  await reply.text()
  return reply.status
}

/** Ages the space past its end beside one that is not there yet, and lets the worker do the rest. */
async function purge(
  instance: Instance,
  [url = '']: readonly string[],
  { doomed, broken }: { doomed: string; broken: Break | undefined },
): Promise<string[]> {
  const spared = await createSpace(instance, url)
  for (const id of [doomed, spared]) {
    await call(instance, 'DELETE', `${url}/v1/spaces/${id}`)
  }
  const files = instance.environment['STORAGE_FOLDER'] ?? ''
  const aside = await mkdtemp(path.join(tmpdir(), 'lectern-purge-'))
  if (broken === 'files left') await cp(files, aside, { recursive: true })
  await setAge(instance, doomed, past)
  await setAge(instance, spared, almostWithMargin)
  await instance.db.transaction(async (tx) => enqueue(tx, purgeSpaces, {}))
  await passTime(instance)
  const problems = await untilPurged(instance, doomed)
  const [row] = await rowsOf<{ early: boolean }>(
    instance,
    `select pg_catalog.now() - deleted_at < interval '7 days' as early
     from content_node where id = $1`,
    [spared],
  )
  // Undefined where it was purged; false where the machine took longer than its minutes.
  if (row === undefined) problems.push('a space was purged before its time')
  if (broken === 'files left') await cp(aside, files, { recursive: true })
  await rm(aside, { recursive: true, force: true })
  return problems
}

/** What waits for a day has waited for it by now. */
async function passTime(instance: Instance): Promise<void> {
  await rowsOf(
    instance,
    `update pgboss.job set start_after = start_after - interval '8 days'
     where state = 'created' and start_after > now()`,
  )
}

/** The space is gone, the words of its own are swept, and so are uploads. */
async function untilPurged(instance: Instance, spaceId: string): Promise<string[]> {
  const isOver = await until('the purge', async () => {
    const [row] = await rowsOf<{ left: number }>(
      instance,
      `select (select count(*) from content_node where id = $1)::integer
         + (select count(*) from upload)::integer
         + (select count(*) from pgboss.job where state in ('created', 'active', 'retry')
            and name in ('spaces.purge', 'search.sweep-vocabulary', 'files.sweep-upload',
              'files.sweep-pending') and start_after <= now())::integer as left`,
      [spaceId],
    )
    return row?.left === 0
  }).catch(() => false)
  return isOver ? [] : ['the space was not purged in time']
}

async function until(what: string, isDone: () => Promise<boolean>): Promise<true> {
  const deadline = Date.now() + withinMs
  while (Date.now() < deadline) {
    if (await isDone()) return true
    await sleep(100)
  }
  throw new Error(`The gate waited in vain for ${what}`)
}

type Found = Awaited<ReturnType<typeof findCanaries>>

function leftIn(found: Found, canaries: readonly Canary[]): string[] {
  const planted = new Map(canaries.map(({ text, where }) => [text, where]))
  const left = new Map<string, string>()
  for (const [place, texts] of found) {
    for (const text of texts) {
      const where = planted.get(text)
      if (where !== undefined) left.set(text, `a canary of ${where} is left in ${place}`)
    }
  }
  return [...left.values()]
}

/** An upload that nobody used is no space's, and lasts a day. */
function isKept({ where }: Canary): boolean {
  return where !== 'a forgotten upload'
}

function missing(found: Found, canaries: readonly Canary[], words: string): string[] {
  const all = new Set([...found.values()].flatMap((texts) => [...texts]))
  return canaries
    .filter(({ text }) => !all.has(text))
    .map(({ where }) => `a canary of ${where} ${words}`)
}

const keepsRows = (table: string) => `
  create function planted() returns trigger language plpgsql as
    $$ begin return null; end $$;
  create trigger planted before delete on ${table}
    for each row execute function planted()`

/** The last one stands in for a server that asks its own clock. */
const defects: Readonly<Record<Break, string>> = {
  'table left out': keepsRows('alias'),
  'words left out': keepsRows('search_word'),
  'files left': 'select',
  'another clock': `
    create function public.now() returns timestamptz stable language sql as
      $$ select pg_catalog.now() - interval '${clockDays} days' $$;
    do $$ begin
      execute format('alter database %I set search_path = public, pg_catalog',
        current_database());
    end $$`,
}

async function plant({ db }: Instance, broken: Break): Promise<void> {
  await db.raw(defects[broken])
}

await runGate<Break>({
  name: 'purge',
  seconds: 15,
  breaks: ['files left', 'another clock', 'table left out', 'words left out'],
  run,
})
