import { read } from '@lectern/content/read/read.ts'
import { sections } from '@lectern/content/look/sections.ts'

import { decodeProjection } from '#/features/content/public.ts'

import type { CutSections, PagesToCut, PageToCut } from './cut-task.ts'
import { sectionVector } from './section-vector.ts'

/** Runs on a thread of its own: reading and cutting a large page takes a while. */
export function cutSections({ spaceId, pages }: PagesToCut): CutSections {
  const cut: CutSections = {
    pageIds: [],
    numbers: [],
    anchors: [],
    headings: [],
    bodies: [],
    vectors: [],
  }
  for (const page of pages) {
    for (const [number, section] of sections(documentOf(page), page.title).entries()) {
      const { id, title: heading, body } = section
      const isFirst = number === 0
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
        }),
      )
    }
  }
  return cut
}

function documentOf({ projection, markdown }: PageToCut) {
  if (projection !== null) return decodeProjection(projection)
  return read(markdown ?? '').document
}

/** The database keeps no NUL. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}
