import {
  type AuthzBreak,
  authzBreaks,
  type DirectoryBreak,
  directoryBreaks,
} from './authz-breaks.ts'
import { tryDirectories } from './authz-directories.ts'
import { tryDoors } from './authz-doors.ts'
import { oracles } from './authz-oracles.ts'
import { mutatePolicies } from './authz-policies.ts'
import { isReached } from './authz-principals.ts'
import type { Problem, ProblemKind } from './authz-sender.ts'
import { slotsOf } from './authz-slots.ts'
import { createSweep, type Sweep, type Unit } from './authz-sweep.ts'
import {
  type GateOptions,
  type GateOutcome,
  type Lane,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { type Target, targetOf, targets } from '../generate/generate-schema.ts'
import type { Plant } from '../generate/generate-api.ts'
import type { Random } from '../generate/generate-values.ts'
import { createWorld } from '../generate/generate-world.ts'

const casesMin = 15_000
/**
 * For every change: whoever stands where roles, organizations and tokens part. All others send everything
 * as it is meant; what they replace is looked at for a release.
 */
const replacing = new Set(['outsider', 'admin', 'bound to another organization'])

/** What no made-up request can bring about, and names no place that could be replaced. */
const unreached = new Set<string>([
  // A code follows from a secret that each session is offered anew.
  'setSecondFactor',
  // The world has accounts.
  'completeFirstRun',
])

await runGate<AuthzBreak | DirectoryBreak>({
  name: 'authz',
  seconds: 60,
  breaks: [
    'outsider-sees',
    'distinguishable',
    'foreign-write',
    'canary',
    'visitor-strays',
    'visitor-told',
    'directory-strays',
  ],
  run: runAuthz,
})

async function runAuthz(
  options: GateOptions<AuthzBreak | DirectoryBreak>,
): Promise<GateOutcome> {
  const { broken } = options
  if (broken === 'directory-strays') return runDirectories(directoryBreaks[broken])
  return runOperations({ ...options, broken })
}

/** A defect of directories, looked for where it would be found. */
async function runDirectories(plant: Plant): Promise<GateOutcome> {
  const world = await createWorld(plant)
  try {
    const { problems, tried } = await tryDirectories(world)
    return { figure: `${problems.length} problems in ${tried} requests`, problems }
  } finally {
    await world.stop()
  }
}

async function runOperations(options: GateOptions<AuthzBreak>): Promise<GateOutcome> {
  const { seed, seconds, lane, broken, say } = options
  const planted = broken && authzBreaks[broken]
  const startedMs = Date.now()
  const world = await createWorld(planted?.plant)
  try {
    const sweep = await createSweep(world)
    if (planted !== undefined) {
      const only = [targetOf(planted.operation)]
      await sweepAll(sweep, only, { lane, isOver: () => false, random: seeded(seed) })
      const found = sweep.sender.problems.filter(({ kind }) => kind === planted.kind)
      const figure = `${found.length} × ${planted.kind} in ${sweep.sender.cases()} cases`
      return { figure, problems: grouped(found) }
    }
    const doors = await tryDoors(world)
    say(
      `  ${doors.tried} ways to sites tried, with keys and tokens that open them or not`,
    )
    const directories = await tryDirectories(world)
    say(`  ${directories.tried} requests to the addresses of directories`)
    const policies = await mutatePolicies(sweep)
    for (const line of policies.lines) say(`  ${line}`)
    const isOver = () => Date.now() - startedMs > seconds * 1000
    const random = seeded(seed)
    const covered = await sweepAll(sweep, targets, { lane, isOver, random })
    for (const line of covered.lines) say(`  ${line}`)
    const problems = [
      ...grouped(sweep.sender.problems),
      ...policies.problems,
      ...doors.problems,
      ...directories.problems,
      ...vacuous(sweep),
      ...(covered.allPairs ? unneeded(sweep) : []),
      ...(covered.allTriples ? tooFew(sweep) : []),
    ]
    const figure = [
      `${(sweep.sender.cases() + doors.tried + directories.tried).toLocaleString('en')} cases`,
      `${targets.length} operations × ${sweep.principals.length} principals`,
      `${count(sweep, 'distinguishable')} distinguishable`,
      `${count(sweep, 'foreign write')} foreign rows changed`,
      `${count(sweep, 'leak')} leaks`,
      `${policies.caught} of ${policies.tried} policy mutations caught`,
    ].join(', ')
    return { figure, problems }
  } finally {
    await world.stop()
  }
}

/** Everything as it is meant, then each place replaced, then pairs of places as long as there is time. */
async function sweepAll(
  sweep: Sweep,
  swept: readonly Target[],
  { lane, isOver, random }: { lane: Lane; isOver: () => boolean; random: Random },
) {
  const doing = sweep.principals.filter(
    ({ name, isVisitor }) =>
      lane === 'release' || isVisitor === true || replacing.has(name),
  )
  for (const target of swept) {
    for (const principal of sweep.principals) await sweep.own(target, principal)
  }
  const singles = unitsOf(doing, swept, (slots) => slots.map((slot) => [slot]))
  const pairs = unitsOf(doing, swept, (slots) =>
    slots.flatMap((one, index) => slots.slice(index + 1).map((other) => [one, other])),
  )
  const triples = unitsOf(doing, swept, threeOf)
  const planned = [
    ...shuffled(singles, random),
    // Whose it is and which one: the pair that a request is about comes first.
    ...shuffled(pairs.filter(isInPath), random),
    ...shuffled(
      pairs.filter((pair) => !isInPath(pair)),
      random,
    ),
    ...shuffled(triples, random),
  ]
  let done = 0
  for (const unit of planned) {
    if (done >= singles.length && isOver()) break
    await sweep.replace(unit)
    done += 1
  }
  const pairsDone = Math.min(done - singles.length, pairs.length)
  const triplesDone = done - singles.length - pairsDone
  return {
    allPairs: pairsDone === pairs.length,
    allTriples: done === planned.length,
    lines: [
      `all ${swept.length} operations by all ${sweep.principals.length} principals as meant, and by ${doing.length} with each place replaced alone`,
      `${pairsDone} of ${pairs.length} pairs and ${triplesDone} of ${triples.length} triples of places replaced at once`,
    ],
  }
}

function isInPath({ slots }: Unit): boolean {
  return slots.every(({ place }) => place === 'path')
}

function threeOf(slots: Unit['slots']): Unit['slots'][] {
  return slots.flatMap((one, first) =>
    slots
      .slice(first + 1)
      .flatMap((other, second) =>
        slots.slice(first + second + 2).map((third) => [one, other, third]),
      ),
  )
}

function unitsOf(
  principals: Sweep['principals'],
  swept: readonly Target[],
  groups: (slots: Unit['slots']) => Unit['slots'][],
): Unit[] {
  return swept.flatMap((target) =>
    groups(slotsOf(target)).flatMap((slots) =>
      principals
        .filter((principal) => isReached(target, principal))
        .map((principal) => ({ target, principal, slots })),
    ),
  )
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

/** One line for what several principals can do in the same way, with the first answer that shows it. */
function grouped(problems: readonly Problem[]): string[] {
  const groups = Map.groupBy(
    problems,
    ({ kind, operation, what }) => `${kind}: ${operation} with ${what}`,
  )
  return Array.from(groups, ([what, group]) => {
    const who = new Set(group.map(({ principal }) => principal))
    return `${what} (${[...who].join(', ')}): ${group[0]?.text}`
  })
}

/** Replacing a place proves nothing where the request fails anyway. */
function vacuous({ succeeded }: Sweep): string[] {
  return targets
    .filter(({ id }) => succeeded.has(id) === unreached.has(id))
    .map(({ id }) =>
      unreached.has(id)
        ? `${id} can be brought about after all`
        : `${id} succeeds for nobody, so refusing it shows nothing`,
    )
}

function tooFew({ sender }: Sweep): string[] {
  const cases = sender.cases()
  return cases < casesMin ? [`only ${cases} of ${casesMin} cases`] : []
}

function unneeded({ usedOracles }: Sweep): string[] {
  return oracles
    .filter((oracle) => !usedOracles.has(oracle))
    .map(
      ({ operation, slots }) =>
        `${operation} ${slots.join(' ')} needs no exemption any more`,
    )
}

function count({ sender }: Sweep, kind: ProblemKind): number {
  return sender.problems.filter((problem) => problem.kind === kind).length
}
