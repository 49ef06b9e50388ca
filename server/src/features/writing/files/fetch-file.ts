import {
  EgressFailed,
  EgressRefused,
  EgressTimeout,
  type RefusalReason,
} from '#/platform/egress/egress-errors.ts'
import type { EgressReply } from '#/platform/egress/egress.ts'
import type { Services } from '#/platform/services.ts'

import { fetchingBusy, fileUrlFailed, fileUrlRefused } from './file-errors.ts'

/** The largest file to fetch: fetched files are held in memory, larger ones are uploaded. */
export const fetchedBytesMax = 25 * 1024 * 1024

const timeoutMs = 20_000
const fetchesMax = 8
const waitMsMax = 30_000
let fetches = 0
const waiting = new Set<() => void>()

interface FetchedFile {
  readonly bytes: Buffer
  readonly sentType: string | undefined
}

/**
 * Fetches a file and does something with its bytes. Only then the next file can be fetched: the
 * bound of the fetches is a bound of what is held.
 */
export async function withFetchedFile<Result>(
  { egress }: Pick<Services, 'egress'>,
  { url, name }: { readonly url: string; readonly name: string },
  use: (file: FetchedFile) => Promise<Result>,
): Promise<Result> {
  await takeTurn()
  try {
    return await use(await fetchFile(egress, url, name))
  } finally {
    passTurnOn()
  }
}

async function fetchFile(
  egress: Services['egress'],
  url: string,
  name: string,
): Promise<FetchedFile> {
  let reply: EgressReply
  try {
    reply = await egress.fetch(url, { timeoutMs, responseBytesMax: fetchedBytesMax })
  } catch (error) {
    throw translate(error, name)
  }
  if (reply.status !== 200) {
    throw fileUrlFailed(name, `its server answered with status ${reply.status}, not 200`)
  }
  return { bytes: reply.body, sentType: reply.headers['content-type'] }
}

/**
 * Waits for a turn to fetch a file: few are fetched at once in this process, as each is held in
 * memory until it is stored.
 */
async function takeTurn(): Promise<void> {
  if (fetches < fetchesMax) {
    fetches += 1
    return
  }
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const begin = () => resolve(undefined)
  const timer = setTimeout(() => {
    waiting.delete(begin)
    reject(fetchingBusy(5))
  }, waitMsMax)
  waiting.add(begin)
  try {
    await promise
  } finally {
    clearTimeout(timer)
  }
}

function passTurnOn(): void {
  const [next] = waiting
  if (next === undefined) {
    fetches -= 1
    return
  }
  waiting.delete(next)
  next()
}

/**
 * The refusal of a host that does not exist and of one inside the network, in the same words, so
 * that nobody can probe for names inside.
 */
const unreachable =
  'its host does not answer on the public internet. Check the URL, or upload the file'

const refusals: Readonly<Record<RefusalReason, string>> = {
  url: 'what was given is not a URL. Give one that begins with https://',
  scheme: 'only http and https URLs are fetched. Give one of those, or upload the file',
  credentials: 'its URL carries a user name or password. Leave them out',
  port: 'its URL names a port that files are not fetched from. Use the usual one',
  address: unreachable,
  header: 'the request could not be made. Upload the file instead',
  redirects: 'its URL leads through too many redirects. Give the URL they end at',
  size: `it is larger than the ${fetchedBytesMax} bytes that are fetched. Upload it instead`,
  encoding: 'it is compressed in a way that is not understood. Upload it instead',
}

function translate(error: unknown, name: string): unknown {
  if (error instanceof EgressRefused && error.reason !== 'address') {
    return fileUrlRefused(name, refusals[error.reason])
  }
  if (error instanceof EgressTimeout) {
    return fileUrlFailed(
      name,
      `its server sent no complete answer within ${timeoutMs / 1000} seconds`,
    )
  }
  if (error instanceof EgressRefused || error instanceof EgressFailed) {
    return fileUrlFailed(name, unreachable)
  }
  return error
}
