import { lengths } from './bounds.ts'
import { isRecord, memberOf } from './members.ts'
import type { ApiOperation } from './model.ts'
import type { ApiReader } from './reader.ts'
import { cleanLine, textOf } from './texts.ts'

/** A link that is safe to follow; relative ones lead from the address of the document. */
export function linkOf(
  { sourceUrl }: Pick<ApiReader, 'sourceUrl'>,
  value: unknown,
  name: string,
): string | undefined {
  const written = memberOf(value, name)
  if (typeof written !== 'string' || written.length > lengths.line) return undefined
  const url = URL.parse(written.trim(), sourceUrl)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isWeb ? cleanLine(url.href, lengths.line) : undefined
}

/** A reference to further documentation. */
export function docsOf(reader: ApiReader, owner: unknown): ApiOperation['docs'] {
  const said = memberOf(owner, 'externalDocs')
  if (!isRecord(said)) return undefined
  const url = linkOf(reader, said, 'url')
  if (url === undefined) return undefined
  const description = textOf(said, 'description', lengths.line)
  return { url, ...(description !== undefined && { description }) }
}
