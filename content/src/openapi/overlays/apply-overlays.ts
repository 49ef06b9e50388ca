import type { JSONPathQuery } from 'json-p3'

import { compileTarget } from './compile-target.ts'
import {
  copyOf,
  type Extent,
  extentOf,
  isContainer,
  isRecord,
  pointerStep,
} from './json-value.ts'
import { mergeInto, removeAll } from './merge-update.ts'
import {
  type AppliedProblem,
  type OverlayAction,
  type OverlayDocument,
  overlayLimits,
} from './overlay.ts'
import { type PathNode, type Search, StepsSpent } from './search.ts'
import { openSearch } from './select-nodes.ts'

export interface AppliedOverlays {
  readonly document: unknown
  readonly problems: readonly AppliedProblem[]
}

/** The limits that tests make smaller. */
export type OverlayBudget = Partial<
  Record<'stepsMax' | 'matchesMax' | 'documentValuesMax' | 'addedCharactersMax', number>
>

/**
 * The document as overlays change it, in their order. What was given stays as it is. An action that
 * cannot be done is left out as a whole, and told; never throws.
 */
export function applyOverlays(
  document: unknown,
  overlays: readonly OverlayDocument[],
  budget: OverlayBudget = {},
): AppliedOverlays {
  const limits = { ...overlayLimits, ...budget }
  const first = { overlay: 0, pointer: '', kind: 'failed' } as const
  if (overlays.length === 0) return { document, problems: [] }
  const extent = extentOf(document, {
    valuesMax: limits.documentValuesMax,
    depthMax: limits.depthMax,
  })
  if (typeof extent === 'string') {
    const message = `The document is ${extent === 'too-deep' ? 'nested too deep' : 'too large'} for overlays: none was applied.`
    return { document, problems: [{ ...first, message }] }
  }
  if (!isContainer(document)) {
    const message = 'The document has no parts that overlays could change.'
    return { document, problems: [{ ...first, message }] }
  }
  const work: Work = {
    limits,
    search: openSearch(copyOf(document), limits.stepsMax),
    valuesLeft: limits.documentValuesMax - extent.values,
    charactersLeft: limits.addedCharactersMax,
    problems: [],
  }
  for (const [overlay, { actions }] of overlays.entries()) {
    for (const [index, action] of actions.entries()) {
      const told = applyAction(work, action)
      if (told === undefined) continue
      const pointer = `/actions${pointerStep(index)}`
      work.problems.push({ overlay, pointer, ...told })
    }
  }
  return { document: work.search.root.value, problems: work.problems }
}

interface Work {
  readonly limits: Readonly<Record<keyof typeof overlayLimits, number>>
  readonly search: Search
  valuesLeft: number
  charactersLeft: number
  readonly problems: AppliedProblem[]
}

type Told = Pick<AppliedProblem, 'kind' | 'message'> | undefined

function failed(message: string): Told {
  return { kind: 'failed', message }
}

function applyAction(work: Work, action: OverlayAction): Told {
  const compiled = compileTarget(action.target)
  if ('problem' in compiled) return failed(compiled.problem)
  const found = findTargets(work, compiled.query)
  if (!Array.isArray(found)) return found
  if (found.length === 0) {
    return { kind: 'unused', message: 'The target is nowhere in the document.' }
  }
  return action.isRemoval ? remove(found) : update(work, found, action.update)
}

function findTargets(
  { search, limits: { matchesMax } }: Work,
  query: JSONPathQuery,
): PathNode[] | Told {
  const found: PathNode[] = []
  try {
    for (const node of search.select(search, query, search.root)) {
      found.push(node)
      if (found.length > matchesMax) {
        return failed(`The target is in more than ${matchesMax} places. Say it closer.`)
      }
    }
  } catch (error) {
    if (!(error instanceof StepsSpent)) throw error
    return failed(
      'Finding the targets takes too long. Say them closer: begin at the top and avoid "..".',
    )
  }
  return found
}

function remove(found: readonly PathNode[]): Told {
  if (found.some(({ parent }) => parent === undefined)) {
    return failed('The document as a whole cannot be removed.')
  }
  removeAll(found)
  return undefined
}

function update(work: Work, found: readonly PathNode[], value: unknown): Told {
  const { depthMax } = work.limits
  const extent = extentOf(value, { valuesMax: work.limits.valuesMax, depthMax })
  if (typeof extent === 'string') return failed('The update is too large.')
  const targets = new Map<unknown, PathNode>()
  for (const node of found) targets.set(node.value, node)
  for (const node of targets.values()) {
    const refusal = refusalOf(node, value, extent, depthMax)
    if (refusal !== undefined) return failed(refusal)
  }
  const values = extent.values * targets.size
  const characters = extent.characters * targets.size
  if (values > work.valuesLeft || characters > work.charactersLeft) {
    return failed('The document becomes too large by it. Say the targets closer.')
  }
  work.valuesLeft -= values
  work.charactersLeft -= characters
  for (const { value: target } of targets.values()) {
    if (Array.isArray(target)) target.push(copyOf(value))
    else if (isRecord(target) && isRecord(value)) mergeInto(target, value)
  }
  return undefined
}

function refusalOf(
  { value: target, depth }: PathNode,
  value: unknown,
  extent: Extent,
  // oxlint-disable-next-line max-params -- a place, what comes there, how much it is, and how much may
  depthMax: number,
): string | undefined {
  if (depth + extent.depth > depthMax) {
    return `The document becomes deeper than ${depthMax} levels by it.`
  }
  if (!isContainer(target)) {
    return 'The target is a single value. Update the object that it stands in.'
  }
  return isRecord(target) && !isRecord(value)
    ? 'The target is an object, so the update must have keys as well.'
    : undefined
}
