import { specBytesMax } from '@lectern/contract/openapi-specs.ts'

import { atPlace, SpecProblem } from './spec-problem.ts'

/** A reference and where it stands. */
export interface Reference {
  readonly ref: string
  readonly steps: readonly string[]
}

const dataLimits = {
  depth: 200,
  /** Objects, lists and values together. */
  nodes: 2_000_000,
  references: 100_000,
  /** Of texts and names of keys: what a specification may have when nothing in it stands twice. */
  characters: specBytesMax,
}

interface Visited {
  readonly value: unknown
  readonly key: string
  readonly depth: number
  readonly above: Visited | undefined
}

/**
 * Finds the references in data, and refuses data that would be costly later: what YAML names twice
 * counts twice, and what contains itself is as deep as can be.
 */
export function referencesIn(
  data: unknown,
  fileName: string | undefined,
): readonly Reference[] {
  const references: Reference[] = []
  const rest: Visited[] = [{ value: data, key: '', depth: 0, above: undefined }]
  let nodes = 0
  let characters = 0
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    nodes += 1
    if (nodes > dataLimits.nodes) throw tooLarge(fileName, 'values', dataLimits.nodes)
    const { value, key, depth } = at
    characters += key.length + (typeof value === 'string' ? value.length : 0)
    if (characters > dataLimits.characters) {
      throw tooLarge(fileName, 'characters', dataLimits.characters)
    }
    if (key === '$ref' && typeof value === 'string') {
      references.push({ ref: value, steps: stepsTo(at) })
      if (references.length > dataLimits.references) {
        throw tooLarge(fileName, 'references', dataLimits.references)
      }
    }
    if (typeof value !== 'object' || value === null) continue
    if (depth >= dataLimits.depth) throw tooDeep(fileName)
    for (const [name, child] of Object.entries(value)) {
      rest.push({ value: child, key: name, depth: depth + 1, above: at })
    }
  }
  return references.toReversed()
}

function stepsTo(visited: Visited): string[] {
  const steps: string[] = []
  for (let at: Visited | undefined = visited; at?.above !== undefined; at = at.above) {
    steps.push(at.key)
  }
  return steps.toReversed()
}

function tooLarge(fileName: string | undefined, what: string, most: number): SpecProblem {
  return limitProblem(
    fileName,
    `There are more than ${most} ${what} here. Divide the specification into several.`,
  )
}

function tooDeep(fileName: string | undefined): SpecProblem {
  return limitProblem(
    fileName,
    `Something is nested deeper than ${dataLimits.depth} levels, or contains itself. Use "$ref" for what repeats.`,
  )
}

function limitProblem(fileName: string | undefined, sentence: string): SpecProblem {
  return new SpecProblem([
    { message: atPlace(undefined, fileName, sentence), code: 'LIMIT' },
  ])
}
