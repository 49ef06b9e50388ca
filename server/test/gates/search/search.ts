import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { corpusFolder } from '../../../../content/test/markdown-files.ts'
import { type GateOptions, type GateOutcome, runGate } from '../../../../tools/gate.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { corpusSpaces, fillSpace, type SpaceFiles } from './search-corpus.ts'
import {
  manualPages,
  manualQuestions,
  type Question,
  unspacedPages,
  unspacedQuestions,
} from './search-questions.ts'

type Break = 'no ranks' | 'no vocabulary' | 'words cut by PostgreSQL'

const recallMin = 0.95
/** Guesses may miss more often than words that were written out. */
const guessRecallMin = 0.85
const guessKinds = new Set(['typo', 'prefix'])
const shownMax = 5
const indexedWithinMs = 600_000
const freshMsMax = 1000
const foundWithinMs = 180_000
const freshTries = 5

/** Real questions about real pages find their answers among the first five. */
async function run({ broken, say }: GateOptions<Break>): Promise<GateOutcome> {
  const folder = corpusFolder()
  const asked = [...questionsOf(folder), ...unspacedQuestions]
  say(`  corpus: ${folder === undefined ? 'none' : 'given'}, ${asked.length} questions`)
  const instance = await createInstance()
  try {
    const api = await instance.startApi()
    const worker = await instance.startWorker()
    const world = await load(instance, api.url, spacesOf(folder))
    say(`  ${world.pages} pages indexed in ${(world.tookMs / 1000).toFixed(1)} s`)
    if (broken !== undefined) await plant(instance, broken)
    await instance.db.raw('vacuum analyze')
    const answers = await ask(instance, api.url, world, asked)
    const fresh = broken === undefined ? await freshMs(instance, api.url, world) : 0
    await worker.stop()
    const took = answers.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
    const at = (part: number) => took[Math.floor((took.length - 1) * part)]?.toFixed(1)
    return {
      figure: `recall@5 ${recall(answers).toFixed(3)} of ${answers.length} questions over ${world.pages} pages, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, a new page found after ${fresh.toFixed(0)} ms; corpus: ${folder === undefined ? 'none' : 'given'}`,
      problems: judge(answers, say),
      slow:
        fresh > freshMsMax ? [`a new page was found after ${fresh.toFixed(0)} ms`] : [],
    }
  } finally {
    await instance.close()
  }
}

function spacesOf(folder: string | undefined): SpaceFiles[] {
  return [
    ...(folder === undefined ? [ownSpace('manual', manualPages)] : corpusSpaces(folder)),
    ownSpace('unspaced', unspacedPages),
  ]
}

function ownSpace(name: string, pages: Readonly<Record<string, string>>): SpaceFiles {
  const files = Object.entries(pages).map(([path, text]) => ({ path, text }))
  return { name, files }
}

/** Of the corpus, the questions that `--questions` names; of our own pages, our own. */
function questionsOf(folder: string | undefined): readonly Question[] {
  if (folder === undefined) return manualQuestions
  const { values } = parseArgs({
    options: { questions: { type: 'string' } },
    strict: false,
  })
  const file = values['questions'] ?? process.env['SEARCH_QUESTIONS']
  if (typeof file !== 'string') {
    throw new Error('A corpus needs its questions: name their file with --questions')
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file of the person who runs this
  const { questions } = JSON.parse(readFileSync(file, 'utf8')) as {
    questions: Question[]
  }
  return questions
}

interface World {
  readonly spaces: ReadonlyMap<string, string>
  /** By space and page id: `<space>/<path>`. */
  readonly paths: ReadonlyMap<string, string>
  readonly pages: number
  readonly tookMs: number
}

async function load(
  { db, sample }: Instance,
  url: string,
  spaces: readonly SpaceFiles[],
): Promise<World> {
  const startedMs = performance.now()
  const ids = new Map<string, string>()
  const paths = new Map<string, string>()
  for (const { name, files } of spaces) {
    const reply = await fetch(`${url}/v1/orgs/${sample.organization}/spaces`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sample.tokens.admin}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ title: name, empty: true }),
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
    const { id: spaceId } = (await reply.json()) as { id: string }
    ids.set(name, spaceId)
    const of = {
      organizationId: sample.organization,
      spaceId,
      createdBy: sample.users.admin,
    }
    for (const [path, id] of await fillSpace(db, of, files)) {
      paths.set(`${spaceId} ${id}`, `${name}/${path}`)
    }
  }
  await untilIndexed(db, ids.size)
  return {
    spaces: ids,
    paths,
    pages: paths.size,
    tookMs: performance.now() - startedMs,
  }
}

async function untilIndexed(db: Instance['db'], spaces: number): Promise<void> {
  const deadline = Date.now() + indexedWithinMs
  for (;;) {
    const { rows } = await db.raw(
      `select count(*) as done from search_state s
       join branch b on b.organization_id = s.organization_id and b.id = s.space_id
       where s.indexed_number = b.head_number and b.head_number > 1`,
    )
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement above names its column
    if (Number((rows as { done: number }[])[0]?.done) >= spaces) return
    if (Date.now() > deadline) throw new Error('The spaces were not indexed in time')
    await sleep(100)
  }
}

const defects: Readonly<Record<Break, string>> = {
  'no ranks': 'update search_section set words = strip(words)',
  'no vocabulary': 'delete from search_vocabulary',
  'words cut by PostgreSQL': `update search_section
    set words = to_tsvector('simple', heading || ' ' || body) || array_to_tsvector(array['@' || space_id])`,
}

async function plant({ db }: Instance, broken: Break): Promise<void> {
  await db.raw(defects[broken])
}

interface Answer {
  readonly question: Question
  readonly shown: readonly string[]
  readonly isFound: boolean
  readonly tookMs: number
}

interface FoundPage {
  readonly id: string
}

async function ask(
  instance: Instance,
  url: string,
  world: World,
  questions: readonly Question[],
): Promise<Answer[]> {
  // Once for nothing: the first of a kind prepares its statements.
  for (const question of questions.slice(0, 10)) {
    await answer(instance, url, world, question)
  }
  const answers: Answer[] = []
  for (const question of questions) {
    answers.push(await answer(instance, url, world, question))
  }
  return answers
}

async function answer(
  { sample }: Instance,
  url: string,
  { spaces, paths }: World,
  question: Question,
): Promise<Answer> {
  const { query, space, expected } = question
  const spaceId = space === null ? undefined : spaces.get(space)
  const target =
    spaceId === undefined ? `orgs/${sample.organization}` : `spaces/${spaceId}`
  const startedMs = performance.now()
  const reply = await fetch(
    `${url}/v1/${target}/search?query=${encodeURIComponent(query)}`,
    { headers: { authorization: `Bearer ${sample.tokens.admin}` } },
  )
  if (reply.status !== 200) throw new Error(`"${query}" answered ${reply.status}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of the two lists of the contract
  const { items } = (await reply.json()) as {
    items: (FoundPage & { pages?: FoundPage[] })[]
  }
  const tookMs = performance.now() - startedMs
  const found = items.flatMap((item) =>
    item.pages === undefined
      ? [`${spaceId} ${item.id}`]
      : item.pages.map((page) => `${item.id} ${page.id}`),
  )
  const shown = found.slice(0, shownMax).map((key) => paths.get(key) ?? key)
  return {
    question,
    shown,
    isFound: expected.some((path) => shown.includes(path)),
    tookMs,
  }
}

function recall(answers: readonly Answer[]): number {
  return answers.filter(({ isFound }) => isFound).length / Math.max(1, answers.length)
}

function judge(answers: readonly Answer[], say: (line: string) => void): string[] {
  const problems: string[] = []
  for (const [kind, own] of Map.groupBy(answers, ({ question }) => question.kind)) {
    const part = recall(own)
    say(`  ${part.toFixed(2)}  ${kind}, ${own.length} questions`)
    const min = guessKinds.has(kind) ? guessRecallMin : undefined
    if (min !== undefined && part < min) {
      problems.push(`recall of ${kind} is ${part.toFixed(2)}, at least ${min}`)
    }
  }
  for (const { question, shown } of answers.filter(({ isFound }) => !isFound)) {
    say(`  missed "${question.query}": ${question.expected[0]}, not ${shown.join(', ')}`)
  }
  for (const kind of ['', 'unspaced']) {
    const own = answers.filter(({ question }) => kind === '' || question.kind === kind)
    if (recall(own) < recallMin) {
      problems.push(`recall ${kind} is ${recall(own).toFixed(3)}, at least ${recallMin}`)
    }
  }
  return problems
}

/** From the commit of a revision until its page is found, in the middle of some tries. */
async function freshMs(instance: Instance, url: string, world: World): Promise<number> {
  const { db, sample } = instance
  const spaceId = world.spaces.get('unspaced') ?? ''
  const of = {
    organizationId: sample.organization,
    spaceId,
    createdBy: sample.users.admin,
  }
  const took: number[] = []
  for (let attempt = 0; attempt < freshTries; attempt += 1) {
    const word = `freshly${'abcdefghij'.charAt(attempt)}written`
    await fillSpace(db, of, [{ path: `${word}.md`, text: `# ${word}\n` }])
    const committedMs = performance.now()
    const question = { query: word, space: 'unspaced', expected: [], kind: 'fresh' }
    while ((await answer(instance, url, world, question)).shown.length === 0) {
      if (performance.now() - committedMs > foundWithinMs) {
        throw new Error('A new page is never found')
      }
      await sleep(10)
    }
    took.push(performance.now() - committedMs)
  }
  return took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0
}

await runGate<Break>({
  name: 'search',
  seconds: 60,
  breaks: ['no ranks', 'no vocabulary', 'words cut by PostgreSQL'],
  run,
})
