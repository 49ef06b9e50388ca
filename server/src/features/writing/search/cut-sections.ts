import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import {
  evaluateDocument,
  nothingKnown,
} from '@lectern/content/expressions/evaluate-document.ts'
import { type Section, sections } from '@lectern/content/look/sections.ts'
import { read } from '@lectern/content/read/read.ts'

import { decodeProjection } from '#/content-store/documents/public.ts'

import type { CutSections, PagesToCut, PageToCut } from './cut-task.ts'
import { tiersOf } from './section-tiers.ts'
import { sectionVector } from './section-vector.ts'
import { memberSight } from './sight-names.ts'

/**
 * Cuts pages into sections, on a thread of its own: reading and cutting a large page takes a while.
 */
export function cutSections({ spaceId, pages }: PagesToCut): CutSections {
  const cut: CutSections = {
    pageIds: [],
    numbers: [],
    anchors: [],
    headings: [],
    bodies: [],
    vectors: [],
    sights: [],
  }
  for (const page of pages) {
    const document = documentOf(page)
    const isForAll = forAll(document, page.title)
    // Counted apart, so that what some see does not depend on what others see besides.
    const places = { seen: 0, hidden: 0 }
    for (const [number, section] of sections(document, page.title).entries()) {
      const { id, title: heading, body } = section
      const isFirst = number === 0
      const sight = isForAll(section) ? page.sight : memberSight
      const place = sight === memberSight ? `hidden ${places.hidden++}` : places.seen++
      cut.pageIds.push(page.id)
      cut.numbers.push(number)
      cut.anchors.push(id ?? null)
      cut.headings.push(storable(heading))
      cut.bodies.push(storable(isFirst && body === '' ? page.description : body))
      cut.vectors.push(
        sectionVector({
          spaceId,
          title: page.title,
          ...(!isFirst && { heading }),
          description: isFirst ? page.description : '',
          body,
          sight,
          tiers: tiersOf(page.id, place),
        }),
      )
      cut.sights.push(sight)
    }
  }
  return cut
}

function documentOf({ projection, markdown }: PageToCut) {
  if (projection !== null) return decodeProjection(projection)
  return read(markdown ?? '').document
}

/**
 * Gives a check of whether a section is without any condition: only such sections may be shown to
 * readers of whom it is not known which conditions they meet.
 */
function forAll(document: JSONDocument, title: string): (section: Section) => boolean {
  const plain = evaluateDocument(document, {
    scope: 'same-for-everybody',
    ...nothingKnown,
    isStrict: true,
  })
  if (plain === document) return () => true
  const kept = Map.groupBy(sections(plain, title), keyOf)
  return (section) => kept.get(keyOf(section))?.pop() !== undefined
}

/** Without its anchor, which has a number where a hidden heading before it is the same. */
function keyOf({ title, body }: Section): string {
  return JSON.stringify([title, body])
}

/** The text with NUL replaced, which PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}
