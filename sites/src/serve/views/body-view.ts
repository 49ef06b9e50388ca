import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import type { AssetRef, ContentRef } from '@lectern/content/document/references.ts'

import { schemaAnchor } from '#/blocks/openapi/api-anchors.ts'
import type { ApiParts, BodyContext, BodyView } from '#/model.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import { documentKey } from '#/serve/reads/library.ts'

import type { PageReading } from './reading.ts'
import { assetOf, destinationOf } from './references.ts'
import { schemasPageHref } from './schemas-page.ts'

/** Documents of the reusable contents that the page shows, each with a key of its text. */
export type Included = ReadonlyMap<
  string,
  { readonly key: string; readonly document: JSONDocument }
>

/**
 * The inputs of a body besides its document: each reference with its destination. While all
 * destinations are the same, so is the body.
 */
export interface Dependencies {
  readonly refs: ReadonlyMap<string, { readonly ref: ContentRef; readonly led: string }>
  readonly assets: ReadonlyMap<string, { readonly ref: AssetRef; readonly led: string }>
  /** Keys of reusable contents, by id. */
  readonly included: ReadonlyMap<string, string>
  /** The pages with the shared schemas of specifications. */
  readonly schemaPages: ReadonlyMap<string, string | undefined>
}

export interface RecordedBody {
  readonly view: BodyView
  /** The dependencies so far; complete once the view is rendered. */
  readonly dependencies: () => Dependencies
}

/** The cache key of a body: equal keys mean equal bodies while the dependencies still hold. */
export function bodyKey(reading: PageReading): string {
  const { site, place, revision, current, customization, language } = reading
  const { page } = current
  return digestOf(
    JSON.stringify([
      site.scope.siteId,
      site.scope.audience,
      site.scope.isPreview ? revision.id : '',
      place.basePath,
      documentKey({ spaceId: place.siteSpace.space.id, revision, page }),
      [page.title, page.description, page.emoji, page.icon, page.cover, page.layout],
      [language, customization.externalLinks.target],
    ]),
  )
}

export interface Shown {
  readonly included: Included
  readonly diagram: NonNullable<BodyContext['diagram']>
  readonly part: ApiParts['part']
  readonly tryProxyHref?: string
}

export function recordBody(
  reading: PageReading,
  document: JSONDocument,
  { included, diagram, part, tryProxyHref }: Shown,
): RecordedBody {
  const refs = new Map<string, { ref: ContentRef; led: string }>()
  const assets = new Map<string, { ref: AssetRef; led: string }>()
  const used = new Map<string, string>()
  const schemaPages = new Map<string, string | undefined>()
  const { page } = reading.current
  const context: BodyContext = {
    ...(tryProxyHref !== undefined && { tryProxyHref }),
    language: reading.language,
    direction: reading.direction,
    resolve(ref) {
      const found = destinationOf(reading, ref, page.path)
      refs.set(JSON.stringify(ref), { ref, led: JSON.stringify(found) })
      return found
    },
    asset(ref) {
      const found = assetOf(reading, ref)
      assets.set(JSON.stringify(ref), { ref, led: JSON.stringify(found) })
      return found
    },
    reusable(id) {
      const found = included.get(id)
      used.set(id, found?.key ?? '')
      return found?.document
    },
    diagram,
    api: {
      part,
      schemaHref(spec, name) {
        const href = schemaPages.has(spec)
          ? schemaPages.get(spec)
          : schemasPageHref(reading, spec)
        schemaPages.set(spec, href)
        return href && `${href}#${encodeURIComponent(schemaAnchor(name))}`
      },
    },
    opensExternalLinksInNewTab: reading.customization.externalLinks.target === 'blank',
    searchHref: `${reading.site.siteBasePath}~search`,
  }
  return {
    view: bodyViewOf(reading, document, context),
    dependencies: () => ({ refs, assets, included: used, schemaPages }),
  }
}

/** Whether everything that a body refers to still has the same destination. */
export function stillHold(
  reading: PageReading,
  { refs, assets, included, schemaPages }: Dependencies,
  includedKey: (id: string) => string,
): boolean {
  const { path } = reading.current.page
  for (const { ref, led } of refs.values()) {
    if (JSON.stringify(destinationOf(reading, ref, path)) !== led) return false
  }
  for (const { ref, led } of assets.values()) {
    if (JSON.stringify(assetOf(reading, ref)) !== led) return false
  }
  for (const [spec, href] of schemaPages) {
    if (schemasPageHref(reading, spec) !== href) return false
  }
  for (const [id, key] of included) if (includedKey(id) !== key) return false
  return true
}

/** The spaces that references of a body name. */
export function spacesIn({ refs }: Dependencies): ReadonlySet<string> {
  const spaces = new Set<string>()
  for (const { ref } of refs.values()) {
    if ('space' in ref && ref.space !== undefined) spaces.add(ref.space)
  }
  return spaces
}

function bodyViewOf(
  reading: PageReading,
  document: JSONDocument,
  context: BodyContext,
): BodyView {
  const { page } = reading.current
  const { layout } = page
  const cover = coverOf(reading, context)
  return {
    title: page.title,
    ...(page.description !== undefined && { description: page.description }),
    ...(page.emoji !== undefined && { emoji: page.emoji }),
    ...(page.icon !== undefined && { icon: page.icon }),
    ...(cover && { cover }),
    layout: {
      title: layout.title,
      description: layout.description,
      outline: layout.outline,
      tableOfContents: layout.tableOfContents,
      pagination: layout.pagination,
      metadata: layout.metadata,
      width: layout.width,
    },
    document,
    context,
  }
}

function coverOf({ current }: PageReading, context: BodyContext): BodyView['cover'] {
  const { cover, layout } = current.page
  if (!layout.cover || cover?.ref === undefined) return undefined
  const asset = context.asset(cover.ref)
  const dark = cover.refDark && context.asset(cover.refDark)
  return asset && { asset, ...(dark && { dark }), y: cover.yPos, size: layout.coverSize }
}
