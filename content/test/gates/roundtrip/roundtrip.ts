import { readdirSync, readFileSync } from 'node:fs'

import * as fc from 'fast-check'

import { plainMarks } from '#/document/marks.ts'
import type { JSONDocument } from '#/document/nodes.ts'
import { blockShapes, inlineShapes } from '#/document/schema.ts'
import { walk } from '#/document/walk.ts'
import { read } from '#/read/read.ts'
import { write } from '#/write/write.ts'

import {
  runGate,
  seeded,
  type GateOptions,
  type GateOutcome,
  type Lane,
} from '../../../../tools/gate.ts'
import { document as anyDocument } from '../../arbitraries/document.ts'
import {
  markdown as anyMarkdown,
  mutate,
  randomMarkdown,
} from '../../arbitraries/markdown.ts'

import { numberGiven, secondsGiven } from '../budget.ts'
import {
  breaks,
  documentProblem,
  functionsWith,
  markdownProblem,
  type Break,
  type Functions,
  unlike,
} from './roundtrip-laws.ts'

/** Documents, written Markdown, and inputs that must only not throw: each an option, too. */
const counts = {
  push: { documents: 2000, pages: 1500, inputs: 4000 },
  release: { documents: 6000, pages: 5000, inputs: 12_000 },
}
type Kind = keyof (typeof counts)[Lane]
/** How the time is divided where `--seconds` is the limit. */
const shares: Readonly<Record<Kind, number>> = {
  documents: 0.55,
  pages: 0.25,
  inputs: 0.2,
}
/** Of pages with something nobody understands, this share may need a second writing to settle. */
const unsettledShareMax = 0.001
const fixtures = new URL('../../fixtures/', import.meta.url)

await runGate<Break>({ name: 'roundtrip', seconds: 40, breaks, run })

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const functions = functionsWith(options.broken)
  const seen = new Set<string>()
  const documents = checkDocuments(options, functions, seen)
  const markdown = checkMarkdown(options, functions)
  const inputs = checkInputs(options, functions)
  const missing = everyType().filter((type) => !seen.has(type))
  const coverage =
    missing.length > 0 && options.broken === undefined
      ? [`no document had: ${missing.join(', ')}`]
      : []
  const figure =
    `${documents.count} documents and ${markdown.count} pages kept ` +
    `(${markdown.unsettled} of them with verbatim Markdown needed a second writing), ` +
    `${inputs.count} inputs read, ${seen.size} of ${everyType().length} types of node`
  return {
    figure,
    problems: [
      ...documents.problems,
      ...markdown.problems,
      ...inputs.problems,
      ...coverage,
    ],
  }
}

interface Part {
  readonly count: number
  readonly problems: readonly string[]
}

function checkDocuments(
  options: GateOptions<Break>,
  functions: Functions,
  seen: Set<string>,
): Part {
  return check(anyDocument, options, {
    limit: limitOf('documents', options),
    problem(document) {
      for (const type of typesIn(document)) seen.add(type)
      return documentProblem(document, functions)
    },
    show: (document) =>
      `${JSON.stringify(document)}\n  ${JSON.stringify(write(document))}`,
  })
}

function checkMarkdown(
  options: GateOptions<Break>,
  functions: Functions,
): Part & { readonly unsettled: number } {
  let unsettled = 0
  const part = check(anyMarkdown, options, {
    limit: limitOf('pages', options),
    problem(markdown) {
      const problem = markdownProblem(markdown, functions)
      if (problem !== unlike || !hasVerbatim(markdown)) return problem
      unsettled += 1
      options.say(`  needs a second writing: ${JSON.stringify(markdown)}`)
      return undefined
    },
    show: (markdown) => JSON.stringify(markdown),
  })
  const isTooMuch = unsettled > Math.max(1, part.count * unsettledShareMax)
  const problems = isTooMuch ? [`${unsettled} pages need a second writing`] : []
  return { ...part, problems: [...part.problems, ...problems], unsettled }
}

function hasVerbatim(markdown: string): boolean {
  return [...walk(read(markdown).document)].some(
    ({ node }) => node.object === 'block' && node.type === 'verbatim',
  )
}

interface Law<Value> {
  readonly limit: Limit
  readonly problem: (value: Value) => string | undefined
  readonly show: (value: Value) => string
}

/** Looks for a value that breaks the law, and then for the smallest one. */
function check<Value>(
  arbitrary: fc.Arbitrary<Value>,
  { seed, say }: GateOptions<Break>,
  { limit, problem, show }: Law<Value>,
): Part {
  const property = fc.property(arbitrary, (value) => {
    const found = problem(value)
    if (found !== undefined) throw new Error(found)
  })
  const result = fc.check(property, {
    seed,
    numRuns: limit.count,
    ...(limit.ms !== undefined && { interruptAfterTimeLimit: limit.ms }),
  })
  const [smallest] = result.counterexample ?? []
  if (smallest === undefined) return { count: result.numRuns, problems: [] }
  const cause = result.errorInstance instanceof Error ? result.errorInstance.message : ''
  say(`  smallest after ${result.numShrinks} steps (seed ${seed}):\n  ${show(smallest)}`)
  return { count: result.numRuns, problems: [cause] }
}

/** Reading must get through whatever it is given: nonsense, and pages that were damaged. */
function checkInputs(options: GateOptions<Break>, functions: Functions): Part {
  const { seed, say } = options
  const random = seeded(seed)
  const limit = limitOf('inputs', options)
  const pages = [...fixturePages(), ...fc.sample(anyMarkdown, { seed, numRuns: 50 })]
  const untilMs = Date.now() + (limit.ms ?? Infinity)
  let count = 0
  while (count < limit.count && Date.now() < untilMs) {
    const input =
      random.next() < 0.4 ? randomMarkdown(random) : mutate(random.pick(pages), random)
    count += 1
    try {
      functions.read(input)
    } catch (error) {
      const smallest = shrink(input, (shorter) => throws(functions, shorter))
      say(`  smallest (seed ${seed}): ${JSON.stringify(smallest)}`)
      return { count, problems: [`reading throws: ${String(error)}`] }
    }
  }
  return { count, problems: [] }
}

function throws(functions: Functions, input: string): boolean {
  try {
    functions.read(input)
    return false
  } catch {
    return true
  }
}

/** Takes parts away, large ones first, as long as what is left still fails. */
function shrink(input: string, fails: (shorter: string) => boolean): string {
  let current = input
  for (let size = Math.ceil(input.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < current.length;) {
      const shorter = current.slice(0, start) + current.slice(start + size)
      if (fails(shorter)) current = shorter
      else start += size
    }
  }
  return current
}

function fixturePages(): string[] {
  try {
    return readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => readFileSync(new URL(name, fixtures), 'utf8'))
  } catch {
    return []
  }
}

function everyType(): string[] {
  return [
    ...Object.keys(blockShapes),
    ...Object.keys(inlineShapes),
    ...['color', ...plainMarks].map((mark) => `mark ${mark}`),
  ]
}

function typesIn(document: JSONDocument): string[] {
  return [...walk(document)].flatMap(({ node }) => {
    if (node.object === 'text') {
      return node.leaves.flatMap(({ marks }) => marks.map(({ type }) => `mark ${type}`))
    }
    return node.object === 'block' || node.object === 'inline' ? [node.type] : []
  })
}

interface Limit {
  readonly count: number
  readonly ms?: number
}

/** A count that is asked for, else a share of the time that is given, else the count of every run. */
function limitOf(kind: Kind, { lane }: GateOptions<Break>): Limit {
  const count = numberGiven(kind)
  const seconds = secondsGiven()
  if (count !== undefined) return { count }
  if (seconds === undefined) return { count: counts[lane][kind] }
  return { count: Number.MAX_SAFE_INTEGER, ms: seconds * shares[kind] * 1000 }
}
