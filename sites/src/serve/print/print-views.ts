import type { ContentRef } from '@lectern/content/document/references.ts'

import { localeOf } from '#/blocks/locale.ts'
import { planOf } from '#/blocks/plan.ts'
import type { ApiParts, BodyContext, BodyView, Destination, Direction } from '#/model.ts'
import { directionOf } from '#/serve/views/reading.ts'
import { safeHref } from '#/urls.ts'

import type { PrintContent, PrintedPage } from './print-content.ts'

type PrintedDocument = Extract<PrintedPage, { type: 'document' }>

/** The printed pages, with everything resolved that they refer to. */
export interface Print {
  readonly language: string
  readonly direction: Direction
  readonly bodies: ReadonlyMap<string, BodyView>
}

/** The id of a page's heading, which begins the ids of everything on that page. */
export function printedId(pageId: string): string {
  return `p-${pageId.replaceAll(/[^A-Za-z0-9-]/g, '-')}`
}

interface Shown {
  readonly diagram?: BodyContext['diagram']
  readonly part?: ApiParts['part']
}

export function printOf(content: PrintContent, { diagram, part }: Shown = {}): Print {
  const language = localeOf(content.space.language ?? 'en')
  const direction = directionOf(language)
  const files = new Map(content.files.map((file) => [file.id, file]))
  const pages = new Map(content.pages.map((page) => [page.id, page]))
  const reusable = new Map(
    content.reusableContents.map(({ id, document }) => [id, document]),
  )
  const bodies = new Map<string, BodyView>()
  const places = new Map<BodyView, ReadonlySet<string>>()

  /** The destination of a reference: a place in the print, a whole URL, or else undefined. */
  function resolve(current: PrintedDocument, ref: ContentRef): Destination | undefined {
    if (ref.kind === 'url') return wholeUrl(ref.url)
    if (ref.kind === 'file') {
      const file = files.get(ref.file)
      return file && { href: file.downloadURL, title: file.name, isExternal: true }
    }
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return undefined
    if (ref.space !== undefined && ref.space !== content.space.id) return undefined
    const page = pages.get(ref.page ?? current.id)
    if (page === undefined) return undefined
    const id = ref.kind === 'anchor' ? placeIn(page.id, ref.anchor) : printedId(page.id)
    return { href: `#${encodeURIComponent(id)}`, ...aboutPage(page) }
  }

  /** The id of a place on a page; for a place that does not exist, the id of the page's title. */
  function placeIn(pageId: string, anchor: string): string {
    const view = bodies.get(pageId)
    const id = `${printedId(pageId)}-${anchor}`
    return view !== undefined && placesIn(view).has(id) ? id : printedId(pageId)
  }

  function placesIn(view: BodyView): ReadonlySet<string> {
    const known = places.get(view) ?? new Set(planOf(view).ids.values())
    places.set(view, known)
    return known
  }

  const asset: BodyContext['asset'] = (ref) => {
    // Files on foreign hosts are left out of a print.
    const file = ref.kind === 'url' ? undefined : files.get(ref.file)
    return (
      file && {
        src: file.downloadURL,
        name: file.name,
        contentType: file.contentType,
        bytes: file.size,
        ...file.dimensions,
      }
    )
  }

  for (const page of content.pages) {
    if (page.type !== 'document') continue
    const context: BodyContext = {
      language,
      direction,
      resolve: (ref) => resolve(page, ref),
      asset,
      reusable: (id) => reusable.get(id),
      ...(diagram && { diagram }),
      ...(part && { api: { part, schemaHref: () => undefined } }),
      opensExternalLinksInNewTab: false,
    }
    bodies.set(page.id, bodyOf(page, context))
  }
  return { language, direction, bodies }
}

function bodyOf(page: PrintedDocument, context: BodyContext): BodyView {
  const { title, description, emoji, icon, layout } = page
  const cover =
    layout.cover && page.cover?.ref ? context.asset(page.cover.ref) : undefined
  return {
    title,
    ...(description !== undefined && { description }),
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...(cover &&
      page.cover && {
        cover: { asset: cover, y: page.cover.yPos, size: layout.coverSize },
      }),
    layout: {
      // The title always shows: the contents and the outline of the PDF link to it.
      title: true,
      description: layout.description,
      outline: false,
      tableOfContents: false,
      pagination: false,
      metadata: false,
      width: 'default',
    },
    document: page.document ?? { object: 'document', data: {}, nodes: [] },
    context,
    among: { id: printedId(page.id), levelsLower: page.depth },
  }
}

function aboutPage(page: PrintedPage): Omit<Destination, 'href'> {
  const { title, emoji, icon } = page
  return {
    title,
    isExternal: false,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    ...('description' in page && { description: page.description }),
  }
}

/** A link that works outside of the site; undefined for a relative one. */
function wholeUrl(url: string): Destination | undefined {
  const href = safeHref(url)
  const isWhole = href !== undefined && /^[a-z][a-z0-9+.-]*:/i.test(href)
  return isWhole ? { href, title: url, isExternal: true } : undefined
}
