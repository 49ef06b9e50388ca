import { walk, type NodePlace } from '@lectern/content/document/walk.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'

import type { BodyView } from '#/model.ts'
import { label } from './bounds.ts'
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
 * The first headings of a page in reading order, with the ids in its body. Left out are those in
 * expandable blocks, tables, quotes, hints and prompts.
 */
export function outline(view: BodyView): readonly OutlineEntry[] {
  const { document, ids, levels } = planOf(view)
  const entries: OutlineEntry[] = []
  for (const { node } of walk(document, isInOutline)) {
    if (node.object !== 'block' || entries.length >= entriesMax) continue
    if (!node.type.startsWith('heading-') || !('nodes' in node)) continue
    const title = label(phrasingText(node.nodes))
    const [id, level] = [ids.get(node), levels.get(node)]
    if (title !== '' && id !== undefined && level !== undefined) {
      entries.push({ id, title, level })
    }
  }
  return entries
}

const closed = new Set(['expandable', 'table', 'blockquote', 'hint', 'prompt'])

function isInOutline(place: NodePlace): boolean {
  const { node } = place
  if (node.object === 'inline' || node.object === 'text') return false
  return isShown(place) && !(node.object === 'block' && closed.has(node.type))
}
