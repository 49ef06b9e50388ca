import path from 'node:path'

import { corpusFolder, fixturesFolder, markdownFiles } from '#test/markdown-files.ts'

import { runGate, seeded, type GateOutcome } from '../../../../tools/gate.ts'
import { secondsGiven } from '../budget.ts'
import {
  checkFile,
  defects,
  understoodReasons,
  type Defect,
  type FileReport,
} from './check-file.ts'
import { repositoryFolders, roundTrip } from './repositories.ts'

/** Of all blocks, how many may be kept as they are because they are not understood. */
const verbatimShareMax = 0.001
/** The fixtures are half made of what is broken on purpose. */
const verbatimShareOfFixturesMax = 0.1
const editsPerFile = 4

await runGate<Defect>({
  name: 'fidelity',
  seconds: 120,
  breaks: defects,
  run: async ({ seed, broken, say }) => {
    const corpus = corpusFolder()
    say(`  corpus: ${corpus ?? 'none, the fixtures instead'}`)
    const folder = corpus ?? fixturesFolder
    const files = markdownFiles(folder)
    const random = seeded(seed)
    const deadlineMs = Date.now() + (secondsGiven() ?? Infinity) * 1000
    const total = emptyTotal()
    // In any order: where time runs out, each run tries its edits on other files.
    for (const file of shuffled(files, random)) {
      // The sample of edits gives way when the time that was given runs out; the other checks never do.
      const edits = Date.now() < deadlineMs ? editsPerFile : 0
      addReport(total, file.path, checkFile(file, random, { edits, broken }))
    }
    checkRepositories(total, folder, corpus === undefined, broken)
    const shareMax = corpus === undefined ? verbatimShareOfFixturesMax : verbatimShareMax
    return outcome(
      total,
      files.map(({ text }) => text),
      shareMax,
      say,
    )
  },
})

function shuffled<T>(
  values: readonly T[],
  random: ReturnType<typeof seeded>,
): readonly T[] {
  const keyed = values.map((value) => ({ value, key: random.next() }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value)
}

interface Total {
  readonly problems: string[]
  readonly verbatim: Map<string, number>
  readonly counts: Record<
    | 'notIdentical'
    | 'notSurviving'
    | 'editsWrong'
    | 'edits'
    | 'words'
    | 'other'
    | 'blocks'
    | 'repositories'
    | 'exceptions',
    number
  >
}

function emptyTotal(): Total {
  const counts = {
    notIdentical: 0,
    notSurviving: 0,
    editsWrong: 0,
    edits: 0,
    words: 0,
    other: 0,
    blocks: 0,
    repositories: 0,
    exceptions: 0,
  }
  return { problems: [], verbatim: new Map(), counts }
}

function addReport(
  { problems, verbatim, counts }: Total,
  file: string,
  report: FileReport,
): void {
  const collect = (kind: string, found: readonly string[]) => {
    if (found.length === 0) return 0
    problems.push(`${file}: ${kind}: ${found.slice(0, 3).join('; ')}`)
    return 1
  }
  counts.notIdentical += collect('not identical', report.notIdentical)
  counts.notSurviving += collect('not surviving', report.notSurviving)
  collect('edits', report.editsWrong)
  collect('words missing', report.wordsMissing)
  collect('destinations or code missing', report.otherMissing)
  counts.editsWrong += report.editsWrong.length
  counts.edits += report.edits
  counts.words += report.wordsMissing.length
  counts.other += report.otherMissing.length
  counts.blocks += report.blocks
  for (const [reason, count] of report.verbatim) {
    verbatim.set(reason, (verbatim.get(reason) ?? 0) + count)
  }
}

function checkRepositories(
  { problems, counts }: Total,
  folder: string,
  isFixtures: boolean,
  broken: Defect | undefined,
): void {
  const top = isFixtures ? path.join(folder, 'repositories') : folder
  for (const repository of repositoryFolders(top)) {
    const trip = roundTrip(
      repository,
      path.relative(top, repository),
      broken === 'a file is lost',
    )
    counts.repositories++
    counts.exceptions += trip.exceptions.length
    for (const exception of trip.exceptions) {
      problems.push(`${trip.name}: ${exception} does not come back as it was`)
    }
  }
}

function outcome(
  { problems, verbatim, counts }: Total,
  texts: readonly string[],
  shareMax: number,
  say: (line: string) => void,
): GateOutcome {
  const reasons = [...verbatim].toSorted(([, one], [, other]) => other - one)
  const notUnderstood = reasons.filter(([reason]) => !understoodReasons.has(reason))
  const count = notUnderstood.reduce((sum, [, each]) => sum + each, 0)
  const share = counts.blocks === 0 ? 1 : count / counts.blocks
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  say(`  files ${texts.length}, bytes ${bytes}, blocks ${counts.blocks}`)
  say(`  not identical ${counts.notIdentical}, not surviving ${counts.notSurviving}`)
  say(
    `  words missing ${counts.words}, destinations and code lines missing ${counts.other}`,
  )
  say(`  edits ${counts.edits}, of which wrong ${counts.editsWrong}`)
  say(
    `  repositories ${counts.repositories}, files that do not come back ${counts.exceptions}`,
  )
  say(`  kept verbatim, not understood ${count} (${(share * 100).toFixed(3)} %):`)
  for (const [reason, each] of reasons) {
    say(`    ${each} ${reason}${understoodReasons.has(reason) ? ' (understood)' : ''}`)
  }
  if (share > shareMax) {
    problems.push(
      `${(share * 100).toFixed(3)} % of the blocks are not understood, more than ${shareMax * 100} %`,
    )
  }
  return {
    figure: `${texts.length} files, ${counts.notIdentical} not identical, ${counts.notSurviving} not surviving, ${counts.words + counts.other} words missing, ${count} of ${counts.blocks} blocks not understood`,
    problems,
  }
}
