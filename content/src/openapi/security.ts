import { linkOf } from './addresses.ts'
import { bounds, lengths } from './bounds.ts'
import { followed } from './follow.ts'
import {
  entriesOf,
  firstEntries,
  isRecord,
  listOf,
  memberOf,
  recordOf,
} from './members.ts'
import type { ApiSecurity, ApiSecurityScheme } from './model.ts'
import type { ApiReader } from './reader.ts'
import { cleanLine, lineOf, textOf } from './texts.ts'

/** The ways in which an operation is authorised; undefined where nothing says so. */
export function securityOf(
  reader: ApiReader,
  operation: unknown,
): readonly ApiSecurity[] | undefined {
  const own = memberOf(operation, 'security')
  const owner = Array.isArray(own) ? operation : reader.root
  if (!Array.isArray(memberOf(owner, 'security'))) return undefined
  return listOf(owner, 'security', bounds.security)
    .filter(isRecord)
    .map((requirement) =>
      firstEntries(requirement, bounds.security).map(([id, scopes]) => ({
        scheme: schemeNamed(reader, id),
        scopes: listOf({ scopes }, 'scopes', bounds.values).flatMap((scope) =>
          typeof scope === 'string' ? [cleanLine(scope, lengths.line)] : [],
        ),
      })),
    )
}

/** All schemes of the document. */
export function schemesOf(reader: ApiReader): readonly ApiSecurityScheme[] {
  return firstEntries(schemesIn(reader), bounds.schemes).map(([id]) =>
    schemeNamed(reader, id),
  )
}

function schemesIn({ root, isTwo }: ApiReader) {
  return isTwo
    ? recordOf(root, 'securityDefinitions')
    : recordOf(recordOf(root, 'components'), 'securitySchemes')
}

/** A scheme that the document does not describe is one all the same. */
function schemeNamed(reader: ApiReader, name: string): ApiSecurityScheme {
  const id = cleanLine(name, lengths.name)
  const scheme = followed(reader, memberOf(schemesIn(reader), name))
  if (scheme === undefined) return { id, type: 'http' }
  const description = textOf(scheme, 'description', lengths.ofField)
  return {
    id,
    ...kindOf(reader, scheme),
    ...(description !== undefined && { description }),
  }
}

function kindOf(reader: ApiReader, scheme: object): Omit<ApiSecurityScheme, 'id'> {
  switch (memberOf(scheme, 'type')) {
    case 'apiKey':
      return keyOf(scheme)
    case 'basic':
      return { type: 'basic' }
    case 'oauth2':
      return withUrls('oauth2', flowUrlsOf(reader, scheme))
    case 'openIdConnect':
      return withUrls('openIdConnect', urlsIn(reader, scheme, ['openIdConnectUrl']))
    case 'mutualTLS':
      return { type: 'mutualTLS' }
    default:
      return httpOf(scheme)
  }
}

function keyOf(scheme: object): Omit<ApiSecurityScheme, 'id'> {
  const where = memberOf(scheme, 'in')
  const place = where === 'query' || where === 'cookie' ? where : 'header'
  return {
    type: 'apiKey',
    in: place,
    name: lineOf(scheme, 'name', lengths.name) ?? 'Authorization',
  }
}

function httpOf(scheme: object): Omit<ApiSecurityScheme, 'id'> {
  const name = lineOf(scheme, 'scheme', lengths.title) ?? ''
  const lower = name.toLowerCase()
  if (lower === 'basic') return { type: 'basic' }
  const detail = lower === 'bearer' ? lineOf(scheme, 'bearerFormat', lengths.title) : name
  return {
    type: lower === 'bearer' ? 'bearer' : 'http',
    ...(detail !== undefined && detail !== '' && { detail }),
  }
}

type SchemeUrls = NonNullable<ApiSecurityScheme['urls']>

function withUrls(
  type: ApiSecurityScheme['type'],
  urls: SchemeUrls,
): Omit<ApiSecurityScheme, 'id'> {
  return { type, ...(urls.length > 0 && { urls }) }
}

const flowUrls = [
  'authorizationUrl',
  'deviceAuthorizationUrl',
  'tokenUrl',
  'refreshUrl',
  'oauth2MetadataUrl',
]

function flowUrlsOf(reader: ApiReader, scheme: object): SchemeUrls {
  const flows = entriesOf(scheme, 'flows', 10).map(([, flow]) => flow)
  const all = [scheme, ...flows].flatMap((flow) => urlsIn(reader, flow, flowUrls))
  const byText = new Map(all.map((each) => [`${each.purpose} ${each.url}`, each]))
  return [...byText.values()]
}

/** The addresses among these members, each for what its name says. */
function urlsIn(reader: ApiReader, owner: unknown, names: readonly string[]): SchemeUrls {
  return names.flatMap((name) => {
    const url = linkOf(reader, owner, name)
    return url === undefined ? [] : [{ purpose: name.replace(/Url$/, ''), url }]
  })
}
