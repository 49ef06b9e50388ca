import type { Block, JSONDocument } from '@lectern/content/document/nodes.ts'
import {
  evaluateDocument,
  nothingKnown,
} from '@lectern/content/expressions/evaluate-document.ts'
import { type Section, sections } from '@lectern/content/look/sections.ts'
import { read } from '@lectern/content/read/read.ts'

import {
  decodeProjection,
  partsOfBlock,
  type ShownPart,
  shownParts,
} from '#/content-store/documents/public.ts'

import {
  charactersOfParts,
  type CutSections,
  type PagesToCut,
  type PageToCut,
} from './cut-task.ts'
import { tiersOf } from './section-tiers.ts'
import { sectionVector } from './section-vector.ts'
import { memberSight } from './sight-names.ts'

/**
 * Cuts pages into sections, on a thread of its own: reading and cutting a large page takes a while.
 */
export function cutSections({ spaceId, pages, words = [] }: PagesToCut): CutSections {
  const cut: CutSections = {
    pageIds: [],
    numbers: [],
    anchors: [],
    headings: [],
    bodies: [],
    vectors: [],
    sights: [],
  }
  const known = new Map(words.map((part) => [keyOfPart(part), part.words]))
  for (const page of pages) {
    const document = documentOf(page)
    const drawnBy = wordsOfBlocks(document, known)
    const isForAll = forAll(document, page.title, drawnBy)
    // Counted apart, so that what some see does not depend on what others see besides.
    const places = { seen: 0, hidden: 0 }
    for (const [number, section] of sections(document, page.title, drawnBy).entries()) {
      const { id, title: heading, body, drawn } = section
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
          ...(drawn !== undefined && { drawn }),
          sight,
          tiers: tiersOf(page.id, place),
        }),
      )
      cut.sights.push(sight)
    }
  }
  return cut
}

/** @public loaded by name */
export function partsOfPages({ pages }: PagesToCut): readonly (readonly ShownPart[])[] {
  return pages.map((page) => shownParts(documentOf(page)))
}

const noWords = () => ''

/** Fewer than a section may have, whatever else stands in it. */
const charactersOfBlock = 80_000

/** What the blocks of a page show of OpenAPI specifications, as far as there is room for it. */
function wordsOfBlocks(
  document: JSONDocument,
  known: ReadonlyMap<string, string>,
): (block: Block) => string {
  if (known.size === 0) return noWords
  const characters = charactersOfParts(shownParts(document).length)
  return (block) => {
    const parts = partsOfBlock(block)
    // The names come first, so that a section finds the last of many as well as the first.
    const length = Math.min(characters, Math.floor(charactersOfBlock / parts.length))
    return parts
      .map((part) => known.get(keyOfPart(part))?.slice(0, length) ?? '')
      .join('\n')
  }
}

function keyOfPart({ spec, kind, name }: ShownPart): string {
  return `${spec} ${kind} ${name}`
}

function documentOf({ projection, markdown }: PageToCut) {
  if (projection !== null) return decodeProjection(projection)
  return read(markdown ?? '').document
}

/**
 * Gives a check of whether a section is without any condition: only such sections may be shown to
 * readers of whom it is not known which conditions they meet.
 */
function forAll(
  document: JSONDocument,
  title: string,
  drawnBy: (block: Block) => string,
): (section: Section) => boolean {
  const plain = evaluateDocument(document, {
    scope: 'same-for-everybody',
    ...nothingKnown,
    isStrict: true,
  })
  if (plain === document) return () => true
  const kept = Map.groupBy(sections(plain, title, drawnBy), keyOf)
  return (section) => kept.get(keyOf(section))?.pop() !== undefined
}

/** Without its anchor, which has a number where a hidden heading before it is the same. */
function keyOf({ title, body, drawn }: Section): string {
  return JSON.stringify([title, body, drawn])
}

/** The text with NUL replaced, which PostgreSQL does not store. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}
