import { readConfig } from '#/platform/config/config.ts'
import { startApi } from '#/start/api.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { rowsOf } from '../kill9/kill9-stored.ts'
import { compareUpdated, prepareLate } from './merge-cost-late.ts'
import {
  explainAll,
  explainNothing,
  hearStatements,
  type StatementRows,
} from './merge-cost-rows.ts'
import {
  createFilledSpace,
  type FilledSpace,
  type Send,
  senderTo,
} from './merge-cost-world.ts'

type Break = 'merge touches all pages' | 'no index of versions' | 'update loses a text'

const warmUps = 6
const mergesMeasured = 3
/** After an answer, until everything is told that was done for it. */
const untilSaidMs = 100
const dearestMax = 5
const textMax = 160
const changesPerRequest = 50
const pagesOfLarge = 1_000
const rowsWrittenMax = 20
const rowsReadMax = 50
const largeTimesMax = 150

const takeStatements = hearStatements()

const defects: Partial<Record<Break, string>> = {
  'merge touches all pages': `create function touch_all() returns trigger language plpgsql as $$
    begin
      update entry_version set updated_at = now()
      where organization_id = new.organization_id and space_id = new.space_id
        and to_number is null;
      return null;
    end $$;
    create trigger touch_all after insert on revision for each row
      when (new.type = 'merge') execute function touch_all()`,
  'no index of versions':
    'drop index entry_version_open, entry_version_broken; alter table entry_version drop constraint entry_version_pkey cascade',
}

/** What a merge costs depends on what it merges, not on the space around it. */
async function run({ broken, say }: GateOptions<Break>): Promise<GateOutcome> {
  const instance = await createInstance({ LOG_LEVEL: 'silent' })
  try {
    const { tiny, huge, large } = await withApi(instance, async (send) => {
      const made = await createFilledSpace(instance, send, {
        name: 'huge',
        pages: 10_000,
      })
      return {
        tiny: await createFilledSpace(instance, send, { name: 'tiny', pages: 10 }),
        huge: made,
        large: await prepareLarge(send, made.spaceId, made.pages.slice(-pagesOfLarge)),
      }
    })
    const defect = broken && defects[broken]
    if (defect !== undefined) await instance.db.raw(defect)
    await explainAll(instance)
    const costs = {
      tiny: await measureMerges(instance, tiny),
      huge: await measureMerges(instance, huge),
    }
    for (const [name, { read, written, statements }] of Object.entries(costs)) {
      say(
        `  ${name}: ${statements.length} statements with those of foreign keys, ${written} rows written, ${read} read`,
      )
    }
    await explainNothing(instance)
    // What was planted in the database shows in one merge, or not at all.
    if (defect !== undefined) {
      return judge(costs, { ms: 1, oneMs: 1, pages: pagesOfLarge }, [])
    }
    const merged = await mergeLarge(instance, large, huge)
    const late = await withApi(instance, async (send) => {
      const prepared = await prepareLate(instance, send, huge, stepsAsked())
      return compareUpdated(instance, send, prepared, broken === 'update loses a text')
    })
    say(
      `  ${pagesOfLarge} pages merge in ${merged.ms.toFixed(0)} ms; ${late.steps} revisions behind, an update takes ${late.ms.toFixed(0)} ms`,
    )
    return judge(costs, merged, late.problems)
  } finally {
    await instance.close()
  }
}

function stepsAsked(): number {
  const { values } = parseArgs({ options: { steps: { type: 'string' } }, strict: false })
  return Number(values['steps'] ?? 1_000)
}

/** Of one merge in the middle. */
interface MergeCost {
  readonly written: number
  readonly read: number
  readonly statements: readonly StatementRows[]
}

interface LargeMerge {
  readonly ms: number
  /** Of a merge of one page. */
  readonly oneMs: number
  /** In its revision. */
  readonly pages: number
}

function judge(
  { tiny, huge }: Readonly<Record<'tiny' | 'huge', MergeCost>>,
  large: LargeMerge,
  lateProblems: readonly string[],
): GateOutcome {
  const { written, read } = huge
  const among10 = tiny.statements.length
  const among10k = huge.statements.length
  const times = large.ms / large.oneMs
  return {
    figure: `one page into 10,000: ${written} rows written, ${read} read, ${among10k} statements (${among10} among 10), ${large.oneMs.toFixed(1)} ms; ${pagesOfLarge} pages take ${times.toFixed(0)}× as long (goal ${largeTimesMax}×)`,
    problems: [
      ...(written > rowsWrittenMax ? [`a merge writes ${written} rows`] : []),
      ...(read > rowsReadMax ? [`a merge reads ${read} rows`, ...dearest(huge)] : []),
      ...(among10 === among10k
        ? []
        : [
            `a merge takes ${among10} statements among 10 pages and ${among10k} among 10,000`,
          ]),
      ...(times > largeTimesMax
        ? [`${pagesOfLarge} pages take ${times.toFixed(0)}×`]
        : []),
      ...(large.pages === pagesOfLarge ? [] : [`one revision has ${large.pages} pages`]),
      ...lateProblems,
    ],
  }
}

/** The statements that read most. */
function dearest({ statements }: MergeCost): string[] {
  return statements
    .toSorted((one, other) => other.read - one.read)
    .slice(0, dearestMax)
    .map(({ read, text }) => `${read} rows are read by ${text.slice(0, textMax)}`)
}

/** In this process, so that it hears what the database says of statements. */
async function withApi<Result>(
  instance: Instance,
  use: (send: Send) => Promise<Result>,
): Promise<Result> {
  const api = await startApi(readConfig({ ...instance.environment, PORT: '0' }))
  try {
    return await use(senderTo(api.url, instance.sample.tokens.admin))
  } finally {
    await api.stop()
  }
}

/** A change request of one page; gives where it is merged. */
async function prepareMerge(send: Send, { spaceId, pages }: FilledSpace, turn: number) {
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = await send('POST', requests, { subject: `Turn ${turn}` })
  const page = pages[1 + (turn % (pages.length - 1))] ?? ''
  const changes = [changeOf(page, `turn ${turn}`)]
  await send('POST', `${requests}/${id}/content`, { changes })
  return `${requests}/${id}/merge`
}

async function prepareLarge(send: Send, spaceId: string, pages: readonly string[]) {
  const requests = `/spaces/${spaceId}/change-requests`
  const { id } = await send('POST', requests, { subject: 'Large' })
  for (let first = 0; first < pages.length; first += changesPerRequest) {
    const some = pages.slice(first, first + changesPerRequest)
    await send('POST', `${requests}/${id}/content`, {
      changes: some.map((page) => changeOf(page, page)),
    })
  }
  return `${requests}/${id}/merge`
}

function changeOf(page: string, name: string) {
  const document = { markdown: `First.\n\nSecond, in ${name}.\n\nThird.\n` }
  return { operation: 'update_page', page, document }
}

/** After some that warm up: plans of statements are made for all values only then. */
async function measureMerges(instance: Instance, space: FilledSpace): Promise<MergeCost> {
  return withApi(instance, async (send) => {
    const costs: MergeCost[] = []
    for (let turn = 0; turn < warmUps + mergesMeasured; turn += 1) {
      const target = await prepareMerge(send, space, turn)
      await sleep(untilSaidMs)
      takeStatements()
      await send('POST', target)
      await sleep(untilSaidMs)
      const statements = takeStatements().filter(({ text }) => isOfMerge(text))
      const sum = (kind: 'read' | 'written') =>
        statements.reduce((all, each) => all + each[kind], 0)
      if (turn >= warmUps) {
        costs.push({ statements, read: sum('read'), written: sum('written') })
      }
    }
    return middleOf(costs)
  })
}

/** Who asks is remembered for half a second, and the engine of jobs looks for jobs. */
function isOfMerge(text: string): boolean {
  return !/api_token/.test(text) && (!/pgboss/.test(text) || /insert/i.test(text))
}

function middleOf(costs: readonly MergeCost[]): MergeCost {
  const ordered = costs.toSorted((one, other) => one.read - other.read)
  const middle = ordered[Math.floor(costs.length / 2)]
  if (middle === undefined) throw new Error('Nothing was merged')
  return middle
}

/** All of its pages as one revision, after merges of one page each. */
async function mergeLarge(
  instance: Instance,
  target: string,
  space: FilledSpace,
): Promise<LargeMerge> {
  const { merged, ms, ones } = await withApi(instance, async (send) => {
    const timed = async (merging: string) => {
      const beforeMs = performance.now()
      const { revision } = await send('POST', merging)
      return { merged: String(revision), ms: performance.now() - beforeMs }
    }
    const first = warmUps + mergesMeasured
    const times: number[] = []
    for (let turn = first; turn < first + warmUps; turn += 1) {
      times.push((await timed(await prepareMerge(send, space, turn))).ms)
    }
    return { ...(await timed(target)), ones: times }
  })
  const [row] = await rowsOf<{ pages: number }>(
    instance,
    'select cardinality(changed) as pages from revision where id = $1',
    [merged],
  )
  const oneMs = ones.toSorted((a, b) => a - b)[Math.floor(ones.length / 2)] ?? 0
  return { ms, oneMs, pages: row?.pages ?? 0 }
}

await runGate<Break>({
  name: 'merge-cost',
  seconds: 30,
  breaks: ['merge touches all pages', 'no index of versions', 'update loses a text'],
  run,
})
