import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'

import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { type Beside, readBeside } from './specs-beside.ts'
import { type RealSpec, realSpecs } from './specs-list.ts'
import type { ReadFigures, ReadingBreak, ToRead } from './specs-reader.ts'

/**
 * Specifications that others have published: each is read or refused in words, no operation is lost
 * on the way to its pages, and readers of pages hardly notice that the largest is processed.
 */
const breaks = [
  'an operation is lost',
  'a page is cut',
  'a specification is refused',
  'a reason is missing',
  'memory is taken',
  'readers wait',
] as const satisfies readonly (ReadingBreak | 'readers wait')[]
type Break = (typeof breaks)[number]

const specsMin = 60
const kilobytesForChange = 100
/** Those above are read in a process each, to know what memory each takes. */
const kilobytesAlone = 100
/** Of one specification; a thread's heap has 768, and the process copies of the text besides. */
const megabytesMax = 1400
const slowerMax = 1.2
const rounds = 4

await runGate<Break>({ name: 'openapi-specs', seconds: 60, breaks, run })

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { lane, broken, say } = options
  const specs = chosen(options)
  const figures = broken === 'readers wait' ? [] : await readAll(specs, broken)
  const inTime = figures.filter(({ tooDear }) => tooDear === undefined)
  const problems = inTime.flatMap((each) => problemsOf(each, specs))
  const slow = figures
    .filter(({ tooDear }) => tooDear !== undefined)
    .map(({ file }) => `${path.basename(file)}: not read within the bounds of a thread`)
  if (broken !== 'readers wait') problems.push(...unread(figures, specs))
  if (broken === undefined && figures.length < specsMin) {
    problems.push(`only ${figures.length} specifications`)
  }
  const figure = figureOf(figures)
  if (lane === 'push' && broken !== 'readers wait') return { figure, problems, slow }
  if (broken === undefined) for (const row of table(figures)) say(row)
  const beside = await judgeBeside(options, figures)
  return {
    figure: [figure, ...beside.figure].join('; '),
    problems: [...problems, ...beside.problems],
    slow: [...slow, ...beside.slow],
  }
}

function unread(
  figures: readonly ReadFigures[],
  specs: readonly RealSpec[],
): readonly string[] {
  const told = new Set(figures.map(({ file }) => file))
  return specs
    .filter(({ file }) => !told.has(file))
    .map(({ name }) => `${name}: nothing is told of it`)
}

/** How readers fare, where nothing else is planted. */
async function judgeBeside(
  { broken, say }: GateOptions<Break>,
  figures: readonly ReadFigures[],
): Promise<{ figure: string[]; problems: string[]; slow: string[] }> {
  if (broken !== undefined && broken !== 'readers wait') {
    return { figure: [], problems: [], slow: [] }
  }
  const beside = await readBeside({
    file: largest(figures) ?? largestOfGitHub(),
    rounds: broken === undefined ? rounds : 1,
    meanwhile: broken === undefined ? undefined : busyThreads,
    say,
  })
  const { failed, read } = beside
  return {
    figure: [sayBeside(beside)],
    problems: [
      ...(failed > 0 ? [`${failed} reads of pages failed`] : []),
      ...(read === 0 ? ['the largest was never processed'] : []),
    ],
    slow: isFastEnough(beside) ? [] : [sayBeside(beside)],
  }
}

function isSmall({ file }: RealSpec): boolean {
  return kilobytes(file) <= kilobytesForChange
}

/** The examples of version 3.0 are the same in both formats. */
function isOnce({ name }: RealSpec): boolean {
  return !name.startsWith('examples 3.0/yaml')
}

function isAlone(file: string): boolean {
  return kilobytes(file) > kilobytesAlone
}

/** With a defect planted, some small ones are enough to find it. */
function chosen({ lane, broken }: GateOptions<Break>): readonly RealSpec[] {
  if (broken === undefined) {
    return lane === 'push'
      ? realSpecs.filter((spec) => isSmall(spec) && isOnce(spec))
      : realSpecs
  }
  const some = realSpecs.filter((spec) => isSmall(spec) && spec.name.includes('petstore'))
  const refused = realSpecs.filter((spec) => spec.refused !== undefined).slice(0, 1)
  return [...some, ...refused]
}

function largestOfGitHub(): string {
  return realSpecs.find(({ name }) => name === 'github api.github.com.json')?.file ?? ''
}

function kilobytes(file: string): number {
  return statSync(file).size / 1024
}

async function readAll(
  specs: readonly RealSpec[],
  broken: string | undefined,
): Promise<readonly ReadFigures[]> {
  const files = specs.map(({ file }) => file)
  const groups = [
    files.filter((file) => !isAlone(file)),
    ...files.filter(isAlone).map((file) => [file]),
  ]
  const figures: ReadFigures[] = []
  for (const group of groups) figures.push(...(await readIn({ files: group, broken })))
  return figures
}

async function readIn(toRead: ToRead): Promise<readonly ReadFigures[]> {
  const child: ChildProcess = fork(new URL('./specs-reader.ts', import.meta.url))
  const figures: ReadFigures[] = []
  child.on('message', (message) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader sends only these
    figures.push(message as ReadFigures)
  })
  child.send(toRead)
  await once(child, 'exit')
  return figures
}

function problemsOf(figures: ReadFigures, specs: readonly RealSpec[]): readonly string[] {
  const { file, megabytes, refusal, lost } = figures
  const spec = specs.find((each) => each.file === file)
  const { name, refused } = spec ?? { name: file, refused: undefined }
  const problems: string[] = []
  if (megabytes > megabytesMax) {
    problems.push(`${name}: took ${megabytes.toFixed(0)} MB`)
  }
  if (lost.length > 0) {
    problems.push(`${name}: ${lost.length} operations lost, such as ${lost[0]}`)
  }
  if (refusal === undefined && refused !== undefined) {
    problems.push(`${name}: read, though it is listed as one that cannot be`)
  }
  if (refusal !== undefined && refused?.test(refusal) !== true) {
    problems.push(`${name}: refused: ${refusal}`)
  }
  // What is wrong, and what to do about it.
  if (refusal !== undefined && !/\. .+\.$/s.test(refusal)) {
    problems.push(`${name}: refused without words to act on: "${refusal}"`)
  }
  return problems
}

function largest(figures: readonly ReadFigures[]): string | undefined {
  return figures
    .filter(({ refusal }) => refusal === undefined)
    .toSorted((one, other) => other.bytes - one.bytes)[0]?.file
}

/** A row for each that was read in a process of its own, the largest first, and one for the others. */
function table(figures: readonly ReadFigures[]): readonly string[] {
  const others = figures.filter(({ file }) => !isAlone(file))
  const sum = (of: (each: ReadFigures) => number) =>
    others.reduce((all, each) => all + of(each), 0)
  const rows = figures
    .filter(({ file }) => isAlone(file))
    .toSorted((one, other) => other.bytes - one.bytes)
    .map((each) => {
      const { bytes, ms, megabytes, pages, parts, operations, lost, refusal } = each
      const name = realSpecs.find(({ file }) => file === each.file)?.name ?? each.file
      const taken = [kilobytesOf(bytes), ms.toFixed(0), megabytes.toFixed(0)]
      return refusal === undefined
        ? [name, ...taken, pages, parts, operations, lost.length]
        : [name, ...taken, `refused: ${refusal}`]
    })
  const smaller = [
    `${others.length} others, together`,
    kilobytesOf(sum(({ bytes }) => bytes)),
    sum(({ ms }) => ms).toFixed(0),
    '',
    sum(({ pages }) => pages),
    sum(({ parts }) => parts),
    sum(({ operations }) => operations),
    sum(({ lost }) => lost.length),
  ]
  const heads = [
    'specification',
    'KB',
    'ms',
    'MB',
    'pages',
    'parts',
    'operations',
    'lost',
  ]
  return [heads, heads.map(() => '---'), ...rows, smaller].map(
    (cells) => `| ${cells.join(' | ')} |`,
  )
}

function kilobytesOf(bytes: number): string {
  return (bytes / 1024).toFixed(0)
}

function figureOf(figures: readonly ReadFigures[]): string {
  const read = figures.filter(({ refusal }) => refusal === undefined)
  const sum = (of: (each: ReadFigures) => number) =>
    read.reduce((all, each) => all + of(each), 0)
  const most = (of: (each: ReadFigures) => number) => Math.max(0, ...read.map(of))
  const large = read.toSorted((one, other) => other.bytes - one.bytes)[0]
  return [
    `${figures.length} specifications: ${read.length} read, ${figures.length - read.length} refused in words`,
    `${sum(({ lost }) => lost.length)} of ${sum(({ operations }) => operations)} operations lost on ${sum(({ pages }) => pages)} pages`,
    `the longest took ${(most(({ ms }) => ms) / 1000).toFixed(1)} s, the heaviest ${most(({ megabytes }) => megabytes).toFixed(0)} MB`,
    `the largest ${path.basename(large?.file ?? 'none')} of ${((large?.bytes ?? 0) / 1e6).toFixed(1)} MB`,
  ].join(', ')
}

function isFastEnough({ quietP99, busyP99 }: Beside): boolean {
  return busyP99 <= quietP99 * slowerMax
}

function sayBeside({ quietP99, busyP99 }: Beside): string {
  return `p99 of page reads ${quietP99.toFixed(2)} ms, while the largest is processed ${busyP99.toFixed(2)} ms: ${(busyP99 / quietP99).toFixed(2)} × (goal ${slowerMax} ×)`
}

/** What a worker would do to readers if its threads came before the renderer's. */
function busyThreads(): () => void {
  const threads = Array.from(
    { length: 8 },
    () => new Worker('for (;;) Math.sqrt(2)', { eval: true }),
  )
  return () => {
    for (const thread of threads) void thread.terminate()
  }
}
