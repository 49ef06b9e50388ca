import path from 'node:path'

import { storeFile } from '#/features/writing/files/public.ts'
import { readConfig } from '#/platform/config/config.ts'
import { ApiError } from '#/platform/errors/api-error.ts'
import { newId } from '#/platform/ids/new-id.ts'
import type { Services } from '#/platform/services.ts'
import { openServices } from '#/start/services.ts'

import type { GateOutcome } from '../../../../tools/gate.ts'
import { brokenEgress, type SsrfBreak } from './ssrf-breaks.ts'
import { startDns } from './ssrf-dns.ts'
import { answerPublicly } from './ssrf-internet.ts'
import { type Canaries, openNetwork } from './ssrf-network.ts'
import { type Vector, vectorsOf } from './ssrf-vectors.ts'

interface Given {
  readonly folder: string
  readonly databaseUrl: string
  readonly organization: string
  readonly user: string
  readonly seed: number
  readonly broken?: SsrfBreak
}

const vectorsMin = 400
const growthBytesMax = 400 * 1024 * 1024
/** Whatever the other side does, it ends; a busy machine is given time to notice. */
const tookMsMax = 90_000

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given by the gate that started this
const given = JSON.parse(process.argv[2] ?? '') as Given
const { vectors: all, zone } = vectorsOf(given.seed)
const network = await openNetwork(given.folder, answerPublicly)
const stopDns = await startDns(zone)
const { services, close } = await openServices(
  readConfig({
    LECTERN_ENV: 'development',
    DATABASE_URL: given.databaseUrl,
    STORAGE_FOLDER: path.join(given.folder, 'files'),
    MAIL_FOLDER: path.join(given.folder, 'mail'),
    LOG_LEVEL: 'silent',
  }),
  { component: 'api' },
)
const outcome = await runAll({
  ...services,
  ...(given.broken && { egress: brokenEgress(given.broken) }),
})
await close()
stopDns()
network.close()
process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(0))

async function runAll(used: Services): Promise<GateOutcome> {
  const vectors = all.filter((vector) => isTried(vector))
  const before = process.memoryUsage().rss
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const slow = vectors.filter(({ isSlow }) => isSlow)
  const waiting = Promise.all(slow.map(async (vector) => tryOne(used, vector)))
  const outcomes: string[] = []
  for (const vector of vectors.filter(({ isSlow }) => isSlow !== true)) {
    outcomes.push(...(await tryOne(used, vector)))
  }
  outcomes.push(...(await waiting).flat())
  clearInterval(sampling)

  const growth = Math.max(0, peak - before)
  if (growth > growthBytesMax) outcomes.push(`memory grew by ${megabytes(growth)} MB`)
  if (all.length < vectorsMin) outcomes.push(`there are only ${all.length} vectors`)
  const bytes = network.touched.reduce((sum, touch) => sum + touch.bytes, 0)
  const fetched = vectors.filter(({ expected }) => expected === 'fetched').length
  return {
    figure: `${vectors.length} URLs, ${fetched} of them public and fetched; ${network.touched.length} connections and ${bytes} bytes to addresses that are not public; memory grew by ${megabytes(growth)} MB`,
    problems: [...touches(network), ...(isAboutPlaces() ? [] : outcomes)],
  }
}

/** A client that is broken on purpose lacks other rules too: only the canaries speak for its defect. */
function isAboutPlaces(): boolean {
  return (
    given.broken !== undefined && given.broken !== 'answers are read whatever their size'
  )
}

function isTried({ about, isEndless }: Vector): boolean {
  if (given.broken === undefined) return true
  if (isAboutPlaces()) return about !== 'body'
  return about === 'public' || (about === 'body' && isEndless !== true)
}

async function tryOne(used: Services, vector: Vector): Promise<string[]> {
  const startedMs = performance.now()
  const got = await fetchOne(used, vector.url)
  const tookMs = performance.now() - startedMs
  const shown = `${vector.about} ${JSON.stringify(vector.url).slice(0, 150)}`
  const problems = judge(vector, got).map((problem) => `${shown}: ${problem}`)
  if (tookMs > tookMsMax) problems.push(`${shown}: took ${Math.round(tookMs)} ms`)
  return problems
}

type Got =
  | { readonly kind: 'fetched' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: unknown }

async function fetchOne(used: Services, url: string): Promise<Got> {
  const { organization: organizationId, user: userId } = given
  const caller = { userId, tokenId: 'gate', mayWrite: true, organizationId: undefined }
  const file = { organizationId, spaceId: newId(), source: { url }, name: 'file.bin' }
  try {
    await storeFile({ ...used, caller }, file)
    return { kind: 'fetched' }
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status === 400
    return isRefusal
      ? { kind: 'refused', message: error.message }
      : { kind: 'failed', error }
  }
}

function judge({ expected }: Vector, got: Got): string[] {
  if (got.kind === 'failed') return [`failed with ${String(got.error)}`]
  const problems = got.kind === expected ? [] : [`was ${got.kind}, not ${expected}`]
  // An address in the answer tells the caller about a network they cannot see.
  if (got.kind === 'refused' && /\d+\.\d+\.\d+|[\da-f]+::?[\da-f]*:/i.test(got.message)) {
    problems.push(`told an address: ${got.message}`)
  }
  return problems
}

function touches({ touched }: Canaries): string[] {
  return touched.map(({ address, bytes }) => `${address} was reached with ${bytes} bytes`)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
