import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { EgressFailed } from './egress-errors.ts'
import type { EgressHeaders } from './egress-headers.ts'
import { hostOf, portOf } from './egress-url.ts'

export interface Hop {
  readonly url: URL
  readonly method: string
  readonly headers: EgressHeaders
  readonly body: Buffer | string | undefined
}

const addressesTriedMax = 8
const responseHeaderBytesMax = 16 * 1024

/**
 * Sends over a separate connection to one of the given addresses, and to no other: the name is not
 * resolved again. The connection ends with `signal`, which must fire in the end.
 */
export function send(
  hop: Hop,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  signal.throwIfAborted()
  const { url, method, headers, body } = hop
  const host = hostOf(url)
  const options: RequestOptions = {
    method,
    host,
    port: portOf(url),
    path: url.pathname + url.search,
    headers: { ...headers, 'accept-encoding': 'gzip, br', host: url.host },
    setHost: false,
    lookup: pinnedLookup(addresses.slice(0, addressesTriedMax)),
    maxHeaderSize: responseHeaderBytesMax,
  }
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:' ? requestTls(options, host) : requestPlain(options)
    signal.addEventListener('abort', () => request.destroy(), { once: true })
    request.on('response', resolve)
    request.on('error', reject)
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new EgressFailed('The server answered in another protocol'))
    })
    request.on('close', () => reject(new EgressFailed('The server did not answer')))
    request.end(body)
  })
}

// A separate agent per request shares no connections or sessions and ignores proxies of the
// environment.
const agentOptions = {
  keepAlive: false,
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 1000,
}

function requestPlain(options: RequestOptions): http.ClientRequest {
  return http.request({ ...options, agent: new http.Agent(agentOptions) })
}

function requestTls(options: RequestOptions, host: string): http.ClientRequest {
  return https.request({
    ...options,
    agent: new https.Agent({ ...agentOptions, maxCachedSessions: 0 }),
    // The certificate is checked against the name in the URL; an address has no server name.
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    rejectUnauthorized: true,
  })
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first] = found
    if (all === true) callback(null, found)
    else callback(null, first?.address ?? '', first?.family)
  }
}
