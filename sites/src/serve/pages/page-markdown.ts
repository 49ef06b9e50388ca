import type { JSONDocument, Swagger } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { read } from '@lectern/content/read/read.ts'
import type { DocumentPage } from '@lectern/contract/pages.ts'

import { mayShowParts, withParts } from '#/serve/feeds/api-markdown.ts'
import { expected } from '#/serve/places/head-replaced.ts'
import type { ApiPartsReader } from '#/serve/reads/api-parts.ts'
import { documentKey, type Library } from '#/serve/reads/library.ts'
import type { Reading } from '#/serve/views/reading.ts'
import { assetOf } from '#/serve/views/references.ts'

interface Sources {
  readonly library: Library
  readonly apiParts: ApiPartsReader
}

/** The body of a page in Markdown, with what it shows of specifications in words. */
export async function pageMarkdown(
  { library, apiParts }: Sources,
  reading: Reading,
  page: DocumentPage,
): Promise<string> {
  const { site, place, revision } = reading
  const at = { spaceId: place.siteSpace.space.id, revision, page }
  const { scope } = site
  const markdown = expected(site, await library.markdown({ scope, ...at })) ?? ''
  if (!mayShowParts(markdown)) return markdown
  const body = read(markdown)
  // The Markdown names files by their paths, the document by their ids.
  const hasFiles = swaggersIn(body.document).length > 0
  const found = hasFiles ? await library.document({ scope, ...at }) : undefined
  const document = found === undefined ? body.document : expected(site, found)
  if (document === undefined) return markdown
  const { part } = await apiParts.of(scope, (ref) => assetOf(reading, ref), [
    { key: documentKey(at), document },
  ])
  return withParts(body, part, sameBlocks(body.document, document))
}

function swaggersIn(document: JSONDocument): readonly Swagger[] {
  return [...walk(document)].flatMap(({ node }) =>
    node.object === 'block' && node.type === 'swagger' ? [node] : [],
  )
}

/** The blocks of one document by those of another, which has the same text. */
function sameBlocks(
  document: JSONDocument,
  other: JSONDocument,
): ReadonlyMap<unknown, Swagger> {
  const others = swaggersIn(other)
  const pairs = swaggersIn(document).flatMap((block, at) => {
    const same = others[at]
    const isSame =
      same?.data.path === block.data.path && same.data.method === block.data.method
    return isSame ? [[block, same] as const] : []
  })
  return new Map(pairs)
}
