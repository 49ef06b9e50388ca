import * as client from 'openid-client'

import type { SignInProvider } from '#/platform/config/sign-in-providers.ts'
import { sql } from 'kysely'

import { statement } from '#/platform/database/statement.ts'
import { written } from '#/platform/database/written.ts'
import type { Egress } from '#/platform/egress/egress.ts'
import type { Services } from '#/platform/services.ts'

import { refusalFrom } from './refusal-from.ts'

const keptMs = 3_600_000
// Long enough that whoever asks again and again costs a dead provider little.
const failedMs = 30_000
const timeoutSeconds = 10
const bytesMax = 512 * 1024

/**
 * What is known of each provider, read from its discovery document and kept for an hour; that it
 * cannot be read, for half a minute. A provider is asked once at a time.
 */
export interface ProviderClients {
  readonly of: (provider: SignInProvider) => Promise<client.Configuration>
}

type Using = Pick<Services, 'db' | 'egress' | 'clock'>

interface Known {
  untilMs: number
  readonly made: Promise<client.Configuration>
}

export function createProviderClients(
  using: Using,
  nowMs: () => number = () => performance.now(),
): ProviderClients {
  const known = new Map<string, Known>()

  async function ask(provider: SignInProvider): Promise<client.Configuration> {
    try {
      const made = await makeClient(provider, using)
      keep(provider, keptMs)
      return made
    } catch (error) {
      // What is no failure of the provider is thrown on, and is not remembered as one.
      keep(provider, 0)
      const refusal = refusalFrom(error, 'away')
      keep(provider, failedMs)
      throw refusal
    }
  }

  function keep({ id }: SignInProvider, forMs: number): void {
    const one = known.get(id)
    if (one !== undefined) one.untilMs = nowMs() + forMs
  }

  return {
    of(provider) {
      const kept = known.get(provider.id)
      if (kept !== undefined && nowMs() < kept.untilMs) return kept.made
      const made = ask(provider)
      known.set(provider.id, { untilMs: Infinity, made })
      return made
    },
  }
}

async function makeClient(
  provider: SignInProvider,
  using: Using,
): Promise<client.Configuration> {
  const { issuer, clientId, clientSecret } = provider
  const metadata = { [client.clockSkew]: await skewSeconds(using) }
  const fetching = fetchThrough(using.egress)
  // Settings allow plain HTTP on this machine alone.
  const isPlain = new URL(issuer).protocol === 'http:'
  if (provider.kind === 'github') {
    const auth = client.ClientSecretPost(clientSecret)
    const made = new client.Configuration(endpointsOf(issuer), clientId, metadata, auth)
    made[client.customFetch] = fetching
    made.timeout = timeoutSeconds
    // oxlint-disable-next-line typescript/no-deprecated -- it is marked so as a warning only
    if (isPlain) client.allowInsecureRequests(made)
    return made
  }
  const execute = [client.enableNonRepudiationChecks]
  // oxlint-disable-next-line typescript/no-deprecated -- it is marked so as a warning only
  if (isPlain) execute.push(client.allowInsecureRequests)
  const auth = secretAsAsked(clientSecret)
  return client.discovery(new URL(issuer), clientId, metadata, auth, {
    [client.customFetch]: fetching,
    timeout: timeoutSeconds,
    execute,
  })
}

/** GitHub has no discovery document, and calls itself by this in what it leads back with. */
function endpointsOf(issuer: string): client.ServerMetadata {
  return {
    issuer: `${issuer}/login/oauth`,
    authorization_endpoint: `${issuer}/login/oauth/authorize`,
    token_endpoint: `${issuer}/login/oauth/access_token`,
  }
}

/** Sends the client secret in the way that the provider takes; the standard says which without a word. */
function secretAsAsked(secret: string): client.ClientAuth {
  const [post, basic] = [
    client.ClientSecretPost(secret),
    client.ClientSecretBasic(secret),
  ]
  // oxlint-disable-next-line max-params -- the library calls it
  return (server, registered, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? []
    const send = methods.includes('client_secret_post') ? post : basic
    send(server, registered, body, headers)
  }
}

const selectNow = statement<object, { now_ms: number }>(
  'provider-sign-in.now',
  () => sql`select (extract(epoch from now()) * 1000)::float8 as now_ms`,
)

/** How far the clock of the database is ahead of ours: times of answers are judged by that one. */
async function skewSeconds({ db, clock }: Using): Promise<number> {
  const { now_ms: nowMs } = written(await db.first(selectNow, {}))
  return Math.round((nowMs - clock.now().getTime()) / 1000)
}

/** The library's way to other servers, which is that of everything else here. */
function fetchThrough(egress: Egress): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const reply = await egress.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && body !== null && { body: textOf(body) }),
      timeoutMs: timeoutSeconds * 1000,
      responseBytesMax: bytesMax,
      redirectsMax: 0,
      ...(signal !== undefined && { signal }),
    })
    const replied = new Headers()
    for (const [name, value] of Object.entries(reply.headers)) {
      if (typeof value === 'string') replied.set(name, value)
    }
    const text = reply.body.length === 0 ? null : new Uint8Array(reply.body)
    return new Response(text, { status: reply.status, headers: replied })
  }
}

function textOf(body: client.FetchBody): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('Nothing but forms is sent to providers')
}
