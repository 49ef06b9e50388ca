import type { ApiSecurityScheme } from './model.ts'

type Say = (scheme: ApiSecurityScheme) => string

const says: Readonly<Record<ApiSecurityScheme['type'], Say>> = {
  apiKey: ({ in: place = 'header', name = '' }) =>
    `an API key in the ${placeWords[place]} ${name}`,
  basic: () => 'user name and password in the header Authorization: Basic',
  bearer: ({ detail }) =>
    `a token${detail === undefined ? '' : ` (${detail})`} in the header Authorization: Bearer`,
  oauth2: () => 'a token of OAuth 2.0 in the header Authorization: Bearer',
  openIdConnect: () => 'a token of OpenID Connect in the header Authorization: Bearer',
  mutualTLS: () => 'a certificate of the client',
  http: ({ detail }) =>
    `the header Authorization${detail === undefined ? '' : `: ${detail}`}`,
}

const placeWords = { header: 'header', query: 'query parameter', cookie: 'cookie' }

/** How a scheme is used, in a few words. */
export function schemeWords(scheme: ApiSecurityScheme): string {
  return says[scheme.type](scheme)
}

/** The addresses of a sign-in, each with what it is for. */
export function schemeAddresses({ urls = [] }: ApiSecurityScheme): readonly string[] {
  return urls.map(({ purpose, url }) => `${purpose} ${url}`)
}
