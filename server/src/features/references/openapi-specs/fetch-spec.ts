import { EgressRefused, EgressTimeout } from '#/platform/egress/egress-errors.ts'
import type { EgressReply } from '#/platform/egress/egress.ts'
import type { Services } from '#/platform/services.ts'

import { listReferences, type SpecRead } from './read-spec-work.ts'
import { packSpec, type PackedSpec, plainName, type SpecFile } from './spec-content.ts'

const timeoutMs = 10_000
const redirectsMax = 5
/** The time that the files of one specification may take together. */
const wholeMs = 60_000

/** The files that a specification may have. */
const specFilesMax = 50

export type ErrorCode = 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'

/** Why a source makes no version. */
export class SourceFailed extends Error {
  override readonly name = 'SourceFailed'
  readonly code: ErrorCode
  readonly failure: Omit<Extract<SpecRead, { kind: 'failed' }>, 'kind'>

  constructor(code: ErrorCode, failure: SourceFailed['failure'] | string) {
    super('The source makes no version')
    this.code = code
    this.failure =
      typeof failure === 'string'
        ? { errors: [{ message: failure, code }], count: 1 }
        : failure
  }
}

/** What the server of a URL said of an answer, to be asked whether it has changed. */
export interface Validators {
  readonly etag: string | null
  readonly lastModified: string | null
}

export interface Fetched extends Validators {
  readonly packed: PackedSpec
}

type Fetching = Pick<Services, 'config' | 'egress' | 'threads'>

interface ToFetch {
  readonly organizationId: string
  readonly url: string
  readonly known: Validators | undefined
}

/**
 * Fetches a specification and the files that it refers to; undefined when it has not changed. Every
 * address comes from strangers, so nothing but the egress client asks for one.
 */
export async function fetchSpec(
  services: Fetching,
  { organizationId, url, known }: ToFetch,
): Promise<Fetched | undefined> {
  const deadline = Date.now() + wholeMs
  const bytesMax = services.config.OPENAPI_BYTES_MAX
  const reply = await fetchFile(services, url, { bytesMax, deadline, known })
  if (reply.status === 304 && known !== undefined) return undefined
  const text = textOf(reply, url)
  const main = { name: nameOf(reply.url, text), text }
  const others: SpecFile[] = []
  let left = bytesMax - reply.body.length
  let waiting = await otherFiles(services, organizationId, main)
  while (waiting.length > 0) {
    const [name = '', ...rest] = waiting
    if (others.length + 2 > specFilesMax) {
      throw new SourceFailed(
        'FETCH_ERROR',
        `The specification has more than ${specFilesMax} files. Put several of them together.`,
      )
    }
    const address = URL.parse(name, reply.url)?.href ?? name
    const found = await fetchFile(services, address, { bytesMax: left, deadline })
    left -= found.body.length
    const file = { name, text: textOf(found, address) }
    others.push(file)
    const taken = new Set([main.name, name, ...rest, ...others.map((each) => each.name)])
    const more = await otherFiles(services, organizationId, file)
    waiting = [...rest, ...more.filter((each) => !taken.has(each))]
  }
  const isAlone = others.length === 0
  const packed = isAlone
    ? packSpec({ name: plainName(text), text })
    : packSpec(main, others)
  // A file that is as before says nothing of the others.
  const { etag, 'last-modified': lastModified } = isAlone ? reply.headers : {}
  return { packed, etag: bounded(etag), lastModified: bounded(lastModified) }
}

async function otherFiles(
  { threads }: Fetching,
  organizationId: string,
  file: SpecFile,
): Promise<readonly string[]> {
  const read = await threads.run({ organizationId }, listReferences, file)
  if (read.kind === 'failed') throw new SourceFailed('PARSE_ERROR', read)
  return read.files
}

interface Limits {
  readonly bytesMax: number
  readonly deadline: number
  readonly known?: Validators | undefined
}

async function fetchFile(
  { egress, config }: Fetching,
  url: string,
  { bytesMax, deadline, known }: Limits,
): Promise<EgressReply> {
  const left = Math.min(timeoutMs, deadline - Date.now())
  if (left <= 0) {
    throw new SourceFailed(
      'FETCH_TIMEOUT',
      `The files of the specification did not all arrive within ${wholeMs / 1000} seconds. Put several of them together, or try again later.`,
    )
  }
  let reply: EgressReply
  try {
    reply = await egress.fetch(url, {
      timeoutMs: left,
      responseBytesMax: Math.max(bytesMax, 1),
      redirectsMax,
      headers: {
        accept: 'application/json, application/yaml, */*;q=0.8',
        ...asked(known),
      },
    })
  } catch (error) {
    throw asFailure(error, url, config.OPENAPI_BYTES_MAX)
  }
  const { status } = reply
  if ((status >= 200 && status < 300) || (status === 304 && known !== undefined)) {
    return reply
  }
  throw new SourceFailed(
    'FETCH_ERROR',
    `The server of ${shown(url)} answered ${status}. Check that the address opens without signing in.`,
  )
}

function asked(known: Validators | undefined): Record<string, string> {
  const { etag = null, lastModified = null } = known ?? {}
  return {
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  }
}

/** A host that does not exist and one inside the network are refused in the same words. */
function asFailure(error: unknown, url: string, bytesMax: number): SourceFailed {
  if (error instanceof EgressTimeout) {
    return new SourceFailed(
      'FETCH_TIMEOUT',
      `The server of ${shown(url)} sent no complete answer within ${timeoutMs / 1000} seconds. Try again later, or publish the text itself.`,
    )
  }
  const reason = error instanceof EgressRefused ? error.reason : undefined
  return new SourceFailed('FETCH_ERROR', refusalWords(reason, url, bytesMax))
}

function refusalWords(
  reason: EgressRefused['reason'] | undefined,
  url: string,
  bytesMax: number,
): string {
  switch (reason) {
    case 'size':
      return `With ${shown(url)}, the specification has more than ${bytesMax} bytes. Divide it into several, or leave out long examples.`
    case 'redirects':
      return `${shown(url)} leads through more than ${redirectsMax} redirects. Use the address where they end.`
    case 'encoding':
      return `The answer of ${shown(url)} is compressed in a way that is not understood.`
    case 'port':
      return `${shown(url)} names a port that is not fetched from.`
    case 'scheme':
    case 'url':
      return `${shown(url)} is no address that can be fetched. Use one that begins with https://.`
    case 'credentials':
      return `${shown(url)} holds a user name or a password. Use an address that opens without.`
    default:
      return `The host of ${shown(url)} does not answer on the public internet. Check the address, or publish the text itself.`
  }
}

/** An address without what may be secret in it. */
function shown(address: string): string {
  const url = URL.parse(address)
  return url === null ? 'a reference' : `${url.origin}${url.pathname}`.slice(0, 300)
}

function textOf({ body }: EgressReply, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new SourceFailed(
      'PARSE_ERROR',
      `${shown(url)} is no text in UTF-8. Save it in that encoding.`,
    )
  }
}

/** The name of the main file among the others. */
function nameOf(address: string, text: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  return last === '' ? plainName(text) : decodeURIComponentOr(last)
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function bounded(value: string | undefined): string | null {
  return value !== undefined && value.length <= 512 ? value : null
}
