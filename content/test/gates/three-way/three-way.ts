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
  type Chance,
} from './three-way-bodies.ts'
import { breaks, brokenBodies, brokenTrees, type Break } from './three-way-breaks.ts'
import { checkBodies, type Triple } from './three-way-check-bodies.ts'
import { checkTrees, type TreeTriple } from './three-way-check-trees.ts'
import { copySpace, editSpace, makeSpace, treeOf } from './three-way-trees.ts'

/** What a run does, and a full one; a run by the clock does as many as it has time for. */
const triplesOfRun = { push: 1500, release: 4000 }
const triplesFull = 20_000
/** A planted defect is found long before. */
const triplesSelfTest = 300

await runGate<Break>({ name: 'three-way', seconds: 40, breaks, run })

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const { seed, lane, broken } = options
  const counts: Counts = { triples: 0, clean: 0, conflicts: new Map() }
  const problems: string[] = []
  const seconds = secondsGiven()
  const endMs = Date.now() + (seconds ?? 0) * 1000
  const [bodies, trees] = [brokenBodies(broken), brokenTrees(broken)]
  const isGoing = () => {
    if (broken !== undefined) {
      return counts.triples < triplesSelfTest && problems.length === 0
    }
    const wanted = process.argv.includes('--full') ? triplesFull : triplesOfRun[lane]
    return seconds === undefined ? counts.triples < wanted : Date.now() < endMs
  }
  for (let number = 0; isGoing(); number += 1) {
    const own = (seed + Math.imul(number, 0x9e3779b1)) | 0
    const chance = seeded(own)
    const isTree = number % 4 === 3
    let found: readonly string[]
    if (isTree) {
      const triple = makeTrees(chance)
      found = checkTrees(triple, trees)
      count(counts, trees(triple.base, triple.ours, triple.theirs))
    } else {
      const triple = makeBodies(chance)
      found = checkBodies(triple, bodies)
      count(counts, bodies(triple.base, triple.ours, triple.theirs))
    }
    for (const problem of found) {
      problems.push(`${isTree ? 'tree' : 'body'} ${own}: ${problem}`)
    }
    // Nothing here waits; a breath lets a signal end the run.
    if (number % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return { figure: figureOf(counts), problems }
}

interface Counts {
  triples: number
  clean: number
  readonly conflicts: Map<string, number>
}

function count(
  counts: Counts,
  result: {
    readonly complete: boolean
    readonly conflicts: readonly {
      readonly kind: string
      readonly block?: { readonly kind: string }
    }[]
  },
): void {
  counts.triples += 1
  if (result.complete) counts.clean += 1
  for (const { kind, block } of result.conflicts) {
    const name = block === undefined ? kind : `${kind} ${block.kind}`
    counts.conflicts.set(name, (counts.conflicts.get(name) ?? 0) + 1)
  }
}

function figureOf({ triples, clean, conflicts }: Counts): string {
  const kinds = [...conflicts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, times]) => `${kind} ${times}`)
  return `${triples} triples, ${clean} merged clean, conflicts: ${kinds.join(', ') || 'none'}`
}

function makeBodies(chance: Chance): Triple {
  const base = makePage(chance, wordsFrom('b'))
  const middle = copyPage(base)
  if (chance.next() < 0.2) {
    const edit = chance.pick(['word', 'delete', 'move', 'title'] as const)
    editPage(middle, chance, wordsFrom('s'), edit)
  }
  const [ours, theirs] = ['o', 't'].map((mark) => {
    const side = copyPage(middle)
    const words = wordsFrom(mark)
    for (let edits = 1 + chance.below(3); edits > 0; edits -= 1) {
      editPage(side, chance, words)
    }
    return respell(render(side), chance)
  })
  return { base: render(base), ours: ours ?? '', theirs: theirs ?? '' }
}

/** Now and then an editor changes the line endings of the whole page, or its last one. */
function respell(markdown: string, chance: Chance): string {
  const how = chance.below(40)
  if (how === 0) return markdown.replaceAll('\n', '\r\n')
  return how === 1 ? markdown.trimEnd() : markdown
}

function makeTrees(chance: Chance): TreeTriple {
  const base = makeSpace(chance, wordsFrom('b'))
  const [ours = base, theirs = base] = ['o', 't'].map((mark) => {
    const side = copySpace(base)
    const words = wordsFrom(mark)
    for (let edits = 1 + chance.below(5); edits > 0; edits -= 1) {
      editSpace(side, chance, words)
    }
    return side
  })
  return { base: treeOf(base), ours: treeOf(ours), theirs: treeOf(theirs) }
}
