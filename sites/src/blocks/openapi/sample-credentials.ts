import type { ApiOperation, ApiSecurityScheme } from '@lectern/content/openapi/model.ts'

import type { NameAndValue } from './sample-request.ts'

interface Credentials {
  readonly headers: readonly NameAndValue[]
  readonly query: readonly NameAndValue[]
  readonly cookies: readonly NameAndValue[]
}

/** What stands for the secrets of a reader: those of the first way to sign in that needs some. */
export function credentialsOf({ security }: ApiOperation): Credentials {
  const way = security?.find((schemes) => schemes.length > 0) ?? []
  const found = way.map(({ scheme }) => placed(scheme))
  return {
    headers: found.flatMap(({ headers }) => headers ?? []),
    query: found.flatMap(({ query }) => query ?? []),
    cookies: found.flatMap(({ cookies }) => cookies ?? []),
  }
}

function placed(scheme: ApiSecurityScheme): Partial<Credentials> {
  const { type, detail = '' } = scheme
  if (type === 'apiKey') return placedKey(scheme)
  if (type === 'mutualTLS') return {}
  const word = type === 'basic' ? 'Basic' : type === 'http' ? detail : 'Bearer'
  const secret = type === 'basic' ? 'YOUR_CREDENTIALS' : 'YOUR_TOKEN'
  return { headers: [{ name: 'Authorization', value: `${word} ${secret}`.trim() }] }
}

function placedKey({ in: place, name }: ApiSecurityScheme): Partial<Credentials> {
  if (name === undefined || place === undefined) return {}
  const pair = {
    name: name.replaceAll(/\s+/gu, ' ').slice(0, 200),
    value: 'YOUR_API_KEY',
  }
  if (place === 'query') return { query: [pair] }
  return place === 'cookie' ? { cookies: [pair] } : { headers: [pair] }
}
