import { relate, type Relation } from '#/compare/relate.ts'
import { blockKeys } from '#/read/keys.ts'
import { read } from '#/read/read.ts'
import type { Reading, SourceBlock } from '#/read/reading.ts'

import {
  runGate,
  seeded,
  type GateOptions,
  type GateOutcome,
} from '../../../../tools/gate.ts'
import { secondsGiven } from '../budget.ts'
import {
  copyPage,
  editPage,
  makePage,
  render,
  wordsFrom,
} from '../three-way/three-way-bodies.ts'

/** What a run does, and a full one; a run by the clock does as many as it has time for. */
const editsOfRun = { push: 1500, release: 5000 }
const editsFull = 100_000
const editsSelfTest = 500
const versionsOfPage = 5
const foundMin = 0.99
/** A word that stands in one block alone. */
const mark = /\b[be]\d+z\b/

const breaks = ['lost', 'neighbour', 'revived'] as const
type Break = (typeof breaks)[number]

await runGate<Break>({
  name: 'anchors',
  seconds: 15,
  breaks: [...breaks],
  run,
})

/**
 * Somebody points at every block of a page while it is edited again and again. A block that is still
 * there is found; and nobody ever ends up at another block.
 */
async function run({ seed, lane, broken }: GateOptions<Break>): Promise<GateOutcome> {
  const counts: Counts = { edits: 0, there: 0, found: 0 }
  const problems: string[] = []
  const seconds = secondsGiven()
  const endMs = Date.now() + (seconds ?? 0) * 1000
  const usual = process.argv.includes('--full') ? editsFull : editsOfRun[lane]
  const wanted = broken === undefined ? usual : editsSelfTest
  const isGoing = () =>
    seconds === undefined ? counts.edits < wanted : Date.now() < endMs
  for (let number = 0; isGoing(); number += 1) {
    const own = (seed + Math.imul(number, 0x9e3779b1)) | 0
    const chance = seeded(own)
    const page = makePage(chance, wordsFrom('b'))
    const words = wordsFrom('e')
    let before = read(render(page))
    let pointers = pointersTo(before)
    for (let step = 0; step < versionsOfPage; step += 1) {
      const edited = copyPage(page)
      for (let edits = 1 + chance.below(3); edits > 0; edits -= 1) {
        if (editPage(edited, chance, words) !== undefined) counts.edits += 1
      }
      page.blocks.splice(0, page.blocks.length, ...edited.blocks)
      const after = read(render(page))
      const follow = brokenBy(broken, relate(before, after), after)
      const judged = judge(pointers, follow, after)
      counts.there += judged.there
      counts.found += judged.found
      for (const wrong of judged.wrong) {
        problems.push(`page ${own}, version ${step}: ${wrong}`)
      }
      pointers = judged.pointers
      before = after
    }
    // Nothing here waits; a breath lets a signal end the run.
    if (number % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  const share = counts.found / counts.there
  if (share < foundMin) {
    problems.push(`only ${(share * 100).toFixed(2)} % of the blocks were found again`)
  }
  const figure = `${counts.edits} edits, ${counts.there} times a block still there, found ${(share * 100).toFixed(3)} % (goal 99 %), at another block ${problems.length}`
  return { figure, problems }
}

interface Counts {
  edits: number
  there: number
  found: number
}

/** The first word of a block, which is never edited, and the key of the block. */
type Pointers = ReadonlyMap<string, string>

function pointersTo(reading: Reading): Pointers {
  const pointers = new Map<string, string>()
  for (const [block, key] of blockKeys(reading)) {
    const word = markOf(reading, block)
    if (word !== undefined) pointers.set(word, key)
  }
  return pointers
}

/** The first word of a block that holds no others says which one it is. */
function markOf({ source }: Reading, block: SourceBlock): string | undefined {
  if (block.children.length > 0) return undefined
  return source.slice(block.start, block.end).match(mark)?.[0]
}

function judge(
  pointers: Pointers,
  follow: (key: string) => string | undefined,
  after: Reading,
) {
  const places = pointersTo(after)
  const wordAt = new Map([...places].map(([word, key]) => [key, word]))
  const next = new Map<string, string>()
  const wrong: string[] = []
  let there = 0
  let found = 0
  for (const [word, key] of pointers) {
    const isThere = places.has(word)
    const now = follow(key)
    if (isThere) there += 1
    if (now === undefined) continue
    if (wordAt.get(now) === word) found += 1
    else wrong.push(`${word} was put on ${wordAt.get(now) ?? 'another block'}`)
    next.set(word, now)
  }
  // Whoever lost their block points at nothing; new blocks are pointed at from now on.
  for (const [word, key] of places) if (!pointers.has(word)) next.set(word, key)
  return { pointers: next, wrong, there, found }
}

function brokenBy(
  broken: Break | undefined,
  relations: ReadonlyMap<string, Relation>,
  after: Reading,
): (key: string) => string | undefined {
  const keys = [...blockKeys(after).values()]
  return (key) => {
    const relation = relations.get(key)
    const now =
      relation === undefined || relation.how === 'gone' ? undefined : relation.key
    if (broken === 'lost') return relation?.how === 'edited' ? undefined : now
    if (broken === 'revived') return now ?? keys[0]
    if (broken === 'neighbour' && relation?.how === 'edited') {
      return keys[(keys.indexOf(relation.key) + 1) % keys.length]
    }
    return now
  }
}
