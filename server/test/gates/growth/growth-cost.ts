import type { GrownWorld } from './growth-world.ts'
import type { ServerProcess } from '../harness/instance.ts'
import { treeTimeMs } from '../harness/processor-time.ts'

export interface Cost {
  /** Pages of PostgreSQL that a request looks at, and how long all of PostgreSQL works for it. */
  readonly buffers: number
  readonly processorMs: number
}

export interface Measured {
  readonly world: GrownWorld
  readonly api: ServerProcess
  readonly postmasterPid: number
}

/** How much is done to know what something costs. */
export interface Effort {
  readonly repeats: number
  readonly rounds: number
  /** PostgreSQL decides on the plan of a statement at its sixth time. */
  readonly warmUps: number
}

/** A request that is sent again and again, with the number of the time. */
export interface Asked {
  readonly measured: Measured
  readonly send: (turn: number) => Promise<void>
}

/** Reads of an admin, of one target after another. */
export function readsOf(measured: Measured, targets: readonly string[]): Asked {
  const { sample } = measured.world.instance
  const headers = { authorization: `Bearer ${sample.tokens.admin}` }
  return {
    measured,
    async send(turn) {
      const target = targets[turn % targets.length] ?? ''
      const reply = await fetch(`${measured.api.url}/v1${target}`, { headers })
      const text = await reply.text()
      if (reply.status !== 200) {
        throw new Error(`${target} answered ${reply.status}: ${text}`)
      }
    },
  }
}

/** Two kinds of requests in turn, so that a slow moment of the machine meets both. */
export async function costsOf(
  one: Asked,
  other: Asked,
  effort: Effort,
): Promise<{ one: Cost; other: Cost }> {
  const { rounds } = effort
  const costs: { one: Cost[]; other: Cost[] } = { one: [], other: [] }
  for (let round = 0; round < rounds; round += 1) {
    costs.one.push(await costOf(one, round, effort))
    costs.other.push(await costOf(other, round, effort))
  }
  return { one: least(costs.one), other: least(costs.other) }
}

/** What else the machine does only ever adds to processor time. */
function least(costs: readonly Cost[]): Cost {
  return {
    buffers: costs.reduce((sum, { buffers }) => sum + buffers, 0) / costs.length,
    processorMs: Math.min(...costs.map(({ processorMs }) => processorMs)),
  }
}

/** What a request costs the database, averaged over different ones of a kind. */
async function costOf(
  { measured: { world, postmasterPid }, send }: Asked,
  round: number,
  { rounds, warmUps, ...effort }: Effort,
): Promise<Cost> {
  const repeats = Math.ceil(effort.repeats / rounds)
  const { db } = world.instance
  let turn = round * (warmUps + repeats)
  const read = async () => {
    await send(turn)
    turn += 1
  }
  for (let warmUp = 0; warmUp < warmUps; warmUp += 1) await read()
  await db.raw('select pg_stat_statements_reset()')
  const beforeMs = treeTimeMs(postmasterPid)
  for (let call = 0; call < repeats; call += 1) await read()
  const processorMs = (treeTimeMs(postmasterPid) - beforeMs) / repeats
  const { rows } = await db.raw(
    `select sum(shared_blks_hit + shared_blks_read)::float8 as buffers
     from pg_stat_statements s join pg_database d on d.oid = s.dbid
     where d.datname = current_database() and query not ilike '%pg_stat_statements%'`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
  const [row] = rows as { buffers: number | null }[]
  return { buffers: (row?.buffers ?? 0) / repeats, processorMs }
}

export const ratioMax = 1.5
/** Indexes of a hundred times the rows are a level deeper, and a read asks about ten of them. */
const levelsMax = 10
/** Processor time of a shared machine wavers; buffers do not. */
const timeRatioMax = ratioMax * 1.2
/** Below so little, what the processes of the engine do besides is most of it. */
const timeMinMs = 0.5

export interface Compared {
  readonly ratio: number
  readonly text: string
  readonly problems: readonly string[]
  readonly slow: readonly string[]
}

/** What something costs when all is large against what it costs when all is small. */
export function compare(name: string, small: Cost, large: Cost): Compared {
  const buffers = large.buffers / Math.max(1, small.buffers)
  const time = large.processorMs / Math.max(timeMinMs, small.processorMs)
  const text = `${name}: ${small.buffers.toFixed(0)} → ${large.buffers.toFixed(0)} buffers (${buffers.toFixed(2)}×), ${small.processorMs.toFixed(2)} → ${large.processorMs.toFixed(2)} ms (${time.toFixed(2)}×)`
  const problems =
    large.buffers > ratioMax * small.buffers + levelsMax
      ? [`${name}: ${buffers.toFixed(2)}× the buffers`]
      : []
  const slow =
    time > timeRatioMax ? [`${name}: ${time.toFixed(2)}× the processor time`] : []
  return { ratio: buffers, text, problems, slow }
}
