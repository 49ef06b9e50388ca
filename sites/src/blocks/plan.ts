import { fingerprint } from '@lectern/content/document/fingerprint.ts'
import type { Annotation, JSONDocument, Node } from '@lectern/content/document/nodes.ts'
import type { Table } from '@lectern/content/document/tables.ts'
import { titleName } from '@lectern/content/document/table-names.ts'
import { walk, type NodePlace } from '@lectern/content/document/walk.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'

import type { BodyView } from '#/model.ts'
import { expand, type Expanded } from './expand.ts'
import { type ApiPlan, apiPlanOf } from './openapi/api-plan.ts'
import { isApiBlock } from './openapi/named-parts.ts'
import type { HeadingLevel, Note } from './page.ts'

/** Facts about a whole page that rendering needs before its first block. */
export interface PagePlan {
  /** The document with its reusable contents in place. */
  readonly document: JSONDocument
  readonly ids: ReadonlyMap<Node, string>
  readonly levels: ReadonlyMap<Node, HeadingLevel>
  readonly api: ApiPlan
  /** The code blocks to colour and the formulas to typeset. */
  readonly worked: ReadonlySet<Node>
  readonly notes: readonly Note[]
  readonly noteOf: ReadonlyMap<Annotation, { note: Note; place: string }>
}

const plans = new WeakMap<BodyView, PagePlan>()

/** The plan of a view, made once: the outline and the body share it. */
export function planOf(view: BodyView): PagePlan {
  const known = plans.get(view)
  if (known !== undefined) return known
  const plan = makePlan(view)
  plans.set(view, plan)
  return plan
}

function makePlan({ document, context, among }: BodyView): PagePlan {
  const expanded = expand(document, context.reusable)
  const free = uniqueIds(among === undefined ? '' : `${among.id}-`)
  const ids = namePlaces(expanded, free)
  const { notes, noteOf } = collectNotes(expanded.document, free)
  const levels = levelsOf(expanded.document, among?.levelsLower ?? 0)
  const api = apiPlanOf(expanded.document, { context, ids, free })
  const worked = workOf(expanded.document)
  return { document: expanded.document, ids, levels, api, worked, notes, noteOf }
}

/**
 * Whether the notes and headings of a node are shown: not those of an `if` block that nobody
 * decided, of the title of an expandable block, or of a hidden column of a table.
 */
export function isShown({ node, parent }: NodePlace): boolean {
  if (node.object === 'block') return node.type !== 'if'
  if (node.object !== 'fragment') return true
  if (node.fragment === 'expandable-title') return false
  const around = parent?.node
  return around?.object === 'block' && around.type === 'table'
    ? cellsShown(around).has(node.fragment)
    : true
}

function cellsShown({ data: { view, records } }: Table): ReadonlySet<unknown> {
  const cells = Object.values(records).flatMap(({ values }) =>
    view.columns.map((column) => values[column]),
  )
  return new Set([...cells, ...view.columns.map(titleName)])
}

type FreeId = (wanted: string) => string

/** The ids of nodes: those of the page get theirs before included ones, since links use them. */
function namePlaces(
  { document, ownIds, includedIds }: Expanded,
  free: FreeId,
): ReadonlyMap<Node, string> {
  const ids = new Map<Node, string>()
  const nodes = [...walk(document)].map(({ node }) => node)
  for (const wanted of [ownIds, includedIds]) {
    for (const node of nodes) {
      const id = wanted.get(node)
      if (id !== undefined) ids.set(node, free(id))
    }
  }
  return ids
}

const idLengthMax = 200

/** Makes ids unique and adds the prefix. None begins with `~`: the ids around the page do. */
function uniqueIds(prefix: string): FreeId {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return (wanted) => {
    const short = wanted.toWellFormed().slice(0, idLengthMax).toWellFormed()
    const id = short.replaceAll(/[\s\p{Cc}]+/gu, '-').replace(/^~+/, '') || 'section'
    let unique = id
    for (let number = next.get(id) ?? 1; taken.has(unique); number += 1) {
      unique = `${id}-${number}`
      next.set(id, number + 1)
    }
    taken.add(unique)
    return prefix + unique
  }
}

function collectNotes(
  document: JSONDocument,
  free: FreeId,
): Pick<PagePlan, 'notes' | 'noteOf'> {
  const notes = new Map<string, Note & { places: string[] }>()
  const noteOf = new Map<Annotation, { note: Note; place: string }>()
  for (const { node } of walk(document, isShown)) {
    if (node.object !== 'inline' || node.type !== 'annotation') continue
    const body = node.fragments.flatMap(({ nodes }) => nodes)
    if (body.length === 0) continue
    // Footnotes with the same text share one note.
    const said = fingerprint(body)
    const number = notes.size + 1
    const note = notes.get(said) ?? {
      number,
      id: free(`note-${number}`),
      body,
      places: [],
    }
    const place = free(`to-note-${note.number}`)
    note.places.push(place)
    notes.set(said, note)
    noteOf.set(node, { note, place })
  }
  return { notes: [...notes.values()], noteOf }
}

const headingLevels = { 'heading-1': 2, 'heading-2': 3, 'heading-3': 4 } as const

/** The levels of headings, and of titles of tabs and operations: one below the heading above them. */
function levelsOf(
  document: JSONDocument,
  levelsLower: number,
): ReadonlyMap<Node, HeadingLevel> {
  const levels = new Map<Node, HeadingLevel>()
  let current: 1 | HeadingLevel = 1
  for (const { node } of walk(document)) {
    if (node.object !== 'block') continue
    if (
      node.type === 'heading-1' ||
      node.type === 'heading-2' ||
      node.type === 'heading-3'
    ) {
      const level = node.meta?.level
      current = level === 5 || level === 6 ? level : headingLevels[node.type]
      levels.set(node, lowered(current, levelsLower))
    } else if (node.type === 'tabs-item' || isApiBlock(node)) {
      levels.set(node, lowered(below(current), levelsLower))
    }
  }
  return levels
}

function below(level: 1 | HeadingLevel): HeadingLevel {
  const lower = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const
  return lower[level]
}

function lowered(level: HeadingLevel, by: number): HeadingLevel {
  let lower = level
  for (let step = 0; step < by && lower < 6; step += 1) lower = below(lower)
  return lower
}

/** Limits for a page in characters; code and formulas beyond are shown as they were written. */
const codeMax = 100_000
const formulasMax = 50_000

function workOf(document: JSONDocument): ReadonlySet<Node> {
  const worked = new Set<Node>()
  const left = { code: codeMax, formulas: formulasMax }
  for (const { node } of walk(document)) {
    const kind = node.object === 'block' && node.type === 'code' ? 'code' : 'formulas'
    const length = workIn(node)
    if (length === undefined || length > left[kind]) continue
    left[kind] -= length
    worked.add(node)
  }
  return worked
}

/** The number of characters in a code block or a formula; undefined for all other nodes. */
function workIn(node: Node): number | undefined {
  if (node.object === 'inline') {
    return node.type === 'inline-math' ? node.data.formula.length : undefined
  }
  if (node.object !== 'block') return undefined
  if (node.type === 'math') return node.data.formula.length
  if (node.type !== 'code') return undefined
  return node.nodes.reduce((sum, line) => sum + phrasingText(line.nodes).length + 1, 0)
}
