import { parseArgs } from 'node:util'

import {
  corpusFolder,
  fixturesFolder,
  markdownFiles,
} from '../../../../content/test/markdown-files.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { plant, type StoredBreak, storedBreaks } from './fidelity-http-breaks.ts'
import { checkPages, writePages } from './fidelity-http-pages.ts'
import { checkRepositories } from './fidelity-http-repositories.ts'
import { createInstance } from '../harness/instance.ts'

/** How much of the time goes into single pages; whole repositories get the rest. */
const partForPages = 0.5

/** What goes in over HTTP comes out over HTTP, byte for byte. */
async function run({
  seed,
  seconds,
  broken,
  say,
}: GateOptions<StoredBreak>): Promise<GateOutcome> {
  const corpus = corpusFolder()
  say(`corpus: ${corpus ?? 'none'}`)
  const instance = await createInstance()
  try {
    const api = await instance.startApi()
    const startedMs = Date.now()
    // The fixtures are few: all of them are always tried.
    const within = (part: number) => () =>
      isFull() || corpus === undefined || Date.now() - startedMs < seconds * 1000 * part
    const world = { instance, url: api.url, token: instance.sample.tokens.admin }
    const files = shuffled(markdownFiles(corpus ?? fixturesFolder), seed)
    const pages = await writePages(world, files, within(partForPages))
    if (broken !== undefined) await plant(instance, broken)
    const checked = await checkPages(world, pages)
    // What is planted is planted in pages: whole repositories need not be tried again for it.
    const folder = corpus ?? `${fixturesFolder}/repositories`
    if (broken === undefined) await instance.startWorker()
    const hasTime = broken === undefined ? within(1) : () => false
    const repositories = await checkRepositories(world, folder, hasTime)
    const { refused, noTexts, written } = pages
    const skipped = files.length - written.length - refused.length - noTexts
    return {
      figure: `${checked.same} of ${written.length} pages read back and exported byte for byte with valid documents (${noTexts} no text, ${refused.length} refused, ${skipped} not tried in time), ${repositories.same} of ${repositories.files} files of ${repositories.count} repositories pushed and pulled byte for byte; corpus: ${corpus === undefined ? 'none' : 'given'}`,
      problems: [
        ...refused,
        ...(written.length === 0 ? ['no page was written'] : []),
        ...checked.problems,
        ...repositories.problems,
      ],
    }
  } finally {
    await instance.close()
  }
}

/** With `--full`, all files are tried, however long that takes. */
function isFull(): boolean {
  const { values } = parseArgs({ options: { full: { type: 'boolean' } }, strict: false })
  return values['full'] === true
}

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const random = seeded(seed)
  const keyed = values.map((value) => ({ value, key: random.next() }))
  return keyed.toSorted((one, other) => one.key - other.key).map(({ value }) => value)
}

await runGate<StoredBreak>({
  name: 'fidelity-http',
  seconds: 20,
  breaks: storedBreaks,
  run,
})
