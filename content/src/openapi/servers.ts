import { bounds, lengths } from './bounds.ts'
import {
  entriesOf,
  isRecord,
  listOf,
  memberOf,
  stringOf,
  type JsonRecord,
} from './members.ts'
import type { ApiServer } from './model.ts'
import type { ApiReader } from './reader.ts'
import { cleanLine, lineOf, textOf } from './texts.ts'

/** The servers of an operation: its own, those of its path, or those of the document. */
export function serversOf(
  reader: ApiReader,
  owners: readonly unknown[],
): readonly ApiServer[] {
  if (reader.isTwo) return serversOfTwo(reader, owners)
  const owner = owners.find((each) => listOf(each, 'servers', 1).length > 0)
  return listOf(owner, 'servers', bounds.servers).flatMap((server) => {
    const url = addressOf(reader, lineOf(server, 'url', lengths.line))
    if (url === undefined) return []
    const description = textOf(server, 'description', lengths.line)
    return [
      {
        url,
        ...(description !== undefined && { description }),
        variables: variablesOf(server),
      },
    ]
  })
}

function variablesOf(server: unknown): ApiServer['variables'] {
  return entriesOf(server, 'variables', bounds.servers).flatMap(([name, variable]) => {
    if (!isRecord(variable)) return []
    const description = textOf(variable, 'description', lengths.line)
    const values = listOf(variable, 'enum', bounds.values).flatMap((value) =>
      typeof value === 'string' ? [cleanLine(value, lengths.value)] : [],
    )
    return [
      {
        name: cleanLine(name, lengths.name),
        default: defaultOf(variable),
        ...(values.length > 0 && { values }),
        ...(description !== undefined && { description }),
      },
    ]
  })
}

function defaultOf(variable: JsonRecord): string {
  const value = memberOf(variable, 'default')
  return cleanLine(
    typeof value === 'number' ? String(value) : (stringOf(variable, 'default') ?? ''),
    lengths.value,
  )
}

/** An address with its variables in braces, resolved where the document has an address itself. */
function addressOf(
  { sourceUrl }: ApiReader,
  written: string | undefined,
): string | undefined {
  if (written === undefined) return undefined
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(written)?.[0].toLowerCase()
  if (scheme !== undefined) {
    return ['http:', 'https:', 'ws:', 'wss:'].includes(scheme)
      ? trimmed(written)
      : undefined
  }
  const base = sourceUrl === undefined ? null : URL.parse(sourceUrl)
  if (base === null || written.startsWith('{')) return trimmed(written)
  if (written.startsWith('//')) return trimmed(`${base.protocol}${written}`)
  if (written.startsWith('/')) return trimmed(`${base.origin}${written}`)
  // A variable in an address would be escaped by what resolves addresses.
  const resolved = URL.parse(written, base.href)
  return resolved === null
    ? trimmed(written)
    : trimmed(resolved.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}'))
}

function trimmed(url: string): string {
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url
}

function serversOfTwo(
  reader: ApiReader,
  owners: readonly unknown[],
): readonly ApiServer[] {
  const { root, sourceUrl } = reader
  const source = sourceUrl === undefined ? null : URL.parse(sourceUrl)
  const host = lineOf(root, 'host', lengths.line) ?? source?.host
  const path = lineOf(root, 'basePath', lengths.line) ?? ''
  const basePath = path === '' || path.startsWith('/') ? path : `/${path}`
  if (host === undefined || /[\s/?#@\\]/.test(host)) {
    return basePath === '' ? [] : [{ url: basePath, variables: [] }]
  }
  return schemesOf(owners, source).map((scheme) => ({
    url: trimmed(`${scheme}://${host}${basePath}`),
    variables: [],
  }))
}

function schemesOf(owners: readonly unknown[], source: URL | null): readonly string[] {
  const owner = owners.find((each) => listOf(each, 'schemes', 1).length > 0)
  const named = listOf(owner, 'schemes', bounds.servers).map(String)
  const known = named.filter((name) => ['http', 'https', 'ws', 'wss'].includes(name))
  return known.length > 0 ? known : [source?.protocol.slice(0, -1) ?? 'https']
}
