import type {
  ContentRefBlock,
  Embed,
  File,
  Fragment,
  Integration,
  Link,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  ReusableContent,
  Swagger,
} from '#/document/nodes.ts'
import { endsTag } from '#/document/checks.ts'
import { readRef, spellRef } from '#/document/references.ts'
import { fragmentOf, paragraphOf, textOf } from '#/document/shapes.ts'

import type { WriteContext } from './context.ts'
import { quoteValue, wrapInTag, writeTag } from './tag.ts'

export function writeFile(
  { data, meta, fragments }: File,
  context: WriteContext,
): string {
  const opening = writeTag('file', { src: spellRef(data.ref) }, meta?.attributes)
  return writeWithBody(opening, 'file', fragments, context)
}

export function writeEmbed(
  { data, meta, fragments }: Embed,
  context: WriteContext,
): string {
  const { url, fullWidth } = data
  const opening = writeTag('embed', { url, fullWidth }, meta?.attributes)
  return writeWithBody(opening, 'embed', fragments, context)
}

export function writeContentRef(
  { data, meta, fragments }: ContentRefBlock,
  context: WriteContext,
): string {
  const url = spellRef(data.ref)
  const opening = writeTag('content-ref', { url }, meta?.attributes)
  return writeWithBody(opening, 'content-ref', orLink(fragments, url), context)
}

export function writeInclude({ data, meta }: ReusableContent): string {
  return writeTag(`include ${quoteValue(spellRef(data.ref))}`, {}, meta?.attributes)
}

/** Writes a specification that is not registered: it is known by its file or address. */
export function writeSwagger(
  { data, meta, fragments }: Swagger,
  context: WriteContext,
): string {
  const { ref, path, method, expanded, fullWidth } = data
  const src = spellRef(ref)
  const known = { src, path, method, expanded, fullWidth }
  const opening = writeTag('openapi', known, meta?.attributes)
  return writeWithBody(opening, 'openapi', orLink(fragments, src), context)
}

export function writeOperation(
  { type, data, meta, fragments }: OpenApiOperation,
  context: WriteContext,
): string {
  const { ref, path, method } = data
  const opening = writeTag(type, { spec: ref.spec, path, method }, meta?.attributes)
  return writeWithBody(opening, type, fragments, context)
}

export function writeSchemas(
  { type, data, meta, fragments }: OpenApiSchemas,
  context: WriteContext,
): string {
  const { ref, schemas, grouped } = data
  const known = { spec: ref.spec, schemas: schemas.join(','), grouped }
  return writeWithBody(writeTag(type, known, meta?.attributes), type, fragments, context)
}

export function writeWebhook(
  { type, data, meta, fragments }: OpenApiWebhook,
  context: WriteContext,
): string {
  const { ref, name, method } = data
  const opening = writeTag(type, { spec: ref.spec, name, method }, meta?.attributes)
  return writeWithBody(opening, type, fragments, context)
}

function writeWithBody(
  opening: string,
  name: string,
  [body]: readonly Fragment[],
  { blocks }: WriteContext,
): string {
  return body === undefined ? opening : wrapInTag(opening, name, blocks(body.nodes))
}

/** The fragments, or where there are none, a link to the target as the fallback. */
function orLink(fragments: readonly Fragment[], address: string): readonly Fragment[] {
  if (fragments.length > 0) return fragments
  const link: Link = {
    object: 'inline',
    type: 'link',
    isVoid: false,
    data: { ref: readRef(address) },
    nodes: [textOf(address)],
  }
  return [fragmentOf('fallback', [paragraphOf([link])])]
}

const reserved = new Set(['props', 'action', 'url', 'fullWidth'])

/**
 * Writes the tag of an integration. Text props are attributes; a prop that is no text, has no valid
 * name or would end the tag is JSON in `props`.
 */
export function writeIntegration({ data }: Integration): string {
  const { integration, block, props, action, url, fullWidth } = data
  const texts: Record<string, string> = {}
  const others: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    const isFree = /^[\w.:-]+$/.test(name) && !reserved.has(name)
    if (typeof value === 'string' && isFree && !endsTag(value)) texts[name] = value
    else others[name] = value
  }
  return writeTag(`@${integration}/${block}`, {
    ...texts,
    props: Object.keys(others).length > 0 ? JSON.stringify(others) : undefined,
    action: action === undefined ? undefined : JSON.stringify(action),
    url,
    fullWidth,
  })
}
