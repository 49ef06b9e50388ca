import { canBeToken, type Client, createClient } from '@lectern/contract/client.ts'

import type { Environment } from './command.ts'
import { Refusal, UsageError } from './failure.ts'
import { storedToken } from './stored-tokens.ts'
import { version } from './version.ts'

const urlDefault = 'http://localhost:3000'

export function connect(server: string, environment: Environment): Client {
  const given = environment['LECTERN_TOKEN']?.trim() ?? ''
  const token = given === '' ? (storedToken(server, environment) ?? '') : given
  if (token === '') {
    throw new Refusal(
      'token_missing',
      `LECTERN_TOKEN is not set, so ${server} cannot know who you are. Whoever runs the server makes a token for you with "lectern-server token create --email <your address>"; "npm run dev" prints one. Then: export LECTERN_TOKEN=<token>, or keep it with "lectern login".`,
    )
  }
  if (!canBeToken(token)) {
    throw new Refusal(
      'token_malformed',
      'LECTERN_TOKEN has a space, a typographic quote or another character that no token has. Copy the token again, without anything around it.',
    )
  }
  return connectAs(server, token)
}

export function connectAs(server: string, token: string): Client {
  return createClient({ url: server, token, userAgent: `lectern-cli/${version}` })
}

/**
 * The address of the server without the `/v1` at its end, with which the API reference shows it.
 */
export function serverUrl(given: string | undefined): string {
  const text = given === undefined || given === '' ? urlDefault : given
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `"${text}" is no address of a server. Give one such as https://docs.example.com with --url or in LECTERN_URL`,
    )
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '')}`
}
