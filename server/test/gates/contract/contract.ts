import {
  type ContractBreak,
  contractBreaks,
  type PlantedBreak,
} from './contract-breaks.ts'
import { createContractRun } from './contract-run.ts'
import type { Problem } from './contract-judge.ts'
import { judgeSpecified } from './contract-limits.ts'
import { semantics } from './contract-semantics.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { targetOf, targets } from '../generate/generate-schema.ts'
import { createWorld } from '../generate/generate-world.ts'

type ContractRun = ReturnType<typeof createContractRun>

const requestsMin = 10_000
// A slow machine gets more time to reach the goal, but not for ever.
const patience = 3

await runGate<ContractBreak>({
  name: 'contract',
  seconds: 40,
  breaks: [
    'handler-throws',
    'undocumented-status',
    'extra-key-in-reply',
    'accepts-invalid',
    'costs-much',
  ],
  run: runContract,
})

async function runContract(options: GateOptions<ContractBreak>): Promise<GateOutcome> {
  const { seed, lane } = options
  const planted = options.broken && contractBreaks[options.broken]
  const world = await createWorld(planted?.plant)
  try {
    const run = createContractRun(world, seeded(seed), lane)
    if (planted !== undefined) return await searchFor(planted, run)
    await sweep(run, options.seconds)
    return conclude(run, options)
  } finally {
    await world.stop()
  }
}

/** All that can be enumerated, then at random until the time is over and the goal is reached. */
async function sweep(run: ContractRun, seconds: number): Promise<void> {
  const startedMs = Date.now()
  const elapsed = () => (Date.now() - startedMs) / 1000
  for (const target of targets) await run.enumerate(target)
  const isDone = () =>
    elapsed() > seconds &&
    (run.book.requests() >= requestsMin || elapsed() > seconds * patience)
  while (!isDone()) await run.random()
}

/** Only the planted defect counts: others that may be there do not help. */
async function searchFor(
  { operation, kind }: PlantedBreak,
  run: ContractRun,
): Promise<GateOutcome> {
  const { book } = run
  await run.enumerate(targetOf(operation))
  const found = book.problems.filter(
    (problem) => problem.kind === kind && problem.operation === operation,
  )
  return {
    figure: `${found.length} × ${kind} in ${book.requests()} requests`,
    problems: grouped(found),
  }
}

function conclude(
  { book }: ContractRun,
  { lane, say }: GateOptions<ContractBreak>,
): GateOutcome {
  for (const line of book.summary()) say(`  ${line}`)
  const limits = book.limits.probed()
  const specified = judgeSpecified(limits)
  say(`  ${specified.checked} limits of the specification checked`)
  say(`  waiting for their operations: ${specified.waiting.join(', ')}`)
  const problems = [
    ...grouped(book.problems),
    ...specified.problems,
    ...book.limits.unprobed().map((name) => `limit not met from both sides: ${name}`),
    // Where some are left out, one may have needed it.
    ...(lane === 'release' ? unneeded(book.semantics) : []),
  ]
  if (book.requests() < requestsMin) {
    problems.push(`only ${book.requests()} of ${requestsMin} requests were sent`)
  }
  return { figure: figureOf(book, limits.length), problems }
}

function isWorst({ kind }: Problem): boolean {
  return kind === 'server error' || kind === 'no answer'
}

/** One line for what is wrong in the same way, with the first request that shows it; the worst first. */
function grouped(problems: readonly Problem[]): string[] {
  const ordered = problems.toSorted(
    (one, other) => Number(isWorst(other)) - Number(isWorst(one)),
  )
  const groups = Map.groupBy(ordered, ({ kind, what }) => `${kind} ${what}`)
  return Array.from(groups.values(), (group) => {
    const operations = new Set(group.map(({ operation }) => operation))
    return `${group.length} × in ${operations.size} operations: ${group[0]?.text}`
  })
}

function unneeded(used: ReadonlySet<object>): string[] {
  return semantics
    .filter((entry) => !used.has(entry))
    .map(({ says }) => `no request needs the exemption ${String(says)}; remove it`)
}

function figureOf(book: ContractRun['book'], limits: number): string {
  const count = (...kinds: string[]) =>
    book.problems.filter(({ kind }) => kinds.includes(kind)).length
  return [
    `${book.requests().toLocaleString('en')} requests`,
    `${targets.length} operations`,
    `${count('server error', 'no answer')} ≥ 500`,
    `${count('undocumented')} undocumented`,
    `${count('schema violation')} schema violations`,
    `${count('invalid accepted')} invalid accepted`,
    `${count('valid refused', 'extra key counts', 'known key named', 'wrong person', 'too dear')} otherwise wrong`,
    `${limits} limits probed`,
    `the dearest eight took ${book.dearest().toFixed(1)} s of the processor`,
    `${book.pauses()} asked to come again`,
  ].join(', ')
}
