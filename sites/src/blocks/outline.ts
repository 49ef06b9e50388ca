import { walk, type NodePlace } from '@lectern/content/document/walk.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'

import type { BodyView } from '#/model.ts'
import { label } from './bounds.ts'
import { isApiBlock } from './openapi/named-parts.ts'
import type { HeadingLevel } from './page.ts'
import { isShown, planOf } from './plan.ts'

export interface OutlineEntry {
  readonly id: string
  readonly title: string
  /** The level in the markup: `2` is `<h2>`. */
  readonly level: HeadingLevel
}

const entriesMax = 500

/**
 * The first headings and operations of a page in reading order, with the ids in its body. Left out are those in
 * expandable blocks, tables, quotes, hints and prompts.
 */
export function outline(view: BodyView): readonly OutlineEntry[] {
  const { document, ids, levels, api } = planOf(view)
  const entries: OutlineEntry[] = []
  for (const { node } of walk(document, isInOutline)) {
    if (node.object !== 'block' || entries.length >= entriesMax) continue
    const level = levels.get(node)
    if (isApiBlock(node) && level !== undefined) {
      for (const title of api.titles.get(node) ?? []) entries.push({ ...title, level })
    }
    const title = headingOf(node)
    const id = ids.get(node)
    if (title !== '' && id !== undefined && level !== undefined) {
      entries.push({ id, title, level })
    }
  }
  return entries
}

/** The text of a heading; of everything else an empty one. */
function headingOf(node: NodePlace['node']): string {
  if (node.object !== 'block') return ''
  if (!node.type.startsWith('heading-') || !('nodes' in node)) return ''
  return label(phrasingText(node.nodes))
}

const closed = new Set(['expandable', 'table', 'blockquote', 'hint', 'prompt'])

function isInOutline(place: NodePlace): boolean {
  const { node } = place
  if (node.object === 'inline' || node.object === 'text') return false
  return isShown(place) && !(node.object === 'block' && closed.has(node.type))
}
