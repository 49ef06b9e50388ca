import path from 'node:path'

import { readConfig } from '#/platform/config/config.ts'
import type { Services } from '#/platform/services.ts'
import { openServices } from '#/start/services.ts'

import type { GateOutcome } from '../../../../tools/gate.ts'
import { brokenDoor, brokenEgress, type SsrfBreak } from './ssrf-breaks.ts'
import { startDns } from './ssrf-dns.ts'
import { type Door, openDoors } from './ssrf-doors.ts'
import { answerPublicly } from './ssrf-internet.ts'
import { type Canaries, openNetwork } from './ssrf-network.ts'
import type { Got } from './ssrf-somebody.ts'
import { origin, type Vector, vectorsOf } from './ssrf-vectors.ts'

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
    OPENAPI_PROXY: 'on',
    OPENAPI_PROXY_LIMIT_ORGANIZATION: '0',
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
  const doors = await doorsOf(used)
  const slow = vectors.filter(({ isSlow }) => isSlow)
  const waiting = Promise.all(
    doors.flatMap((door) => slow.map(async (vector) => tryOne(door, vector))),
  )
  const outcomes: string[] = []
  for (const door of doors) {
    // Names that lead elsewhere after some questions are asked anew.
    for (const [name, answer] of vectorsOf(given.seed).zone) zone.set(name, answer)
    for (const vector of vectors.filter(({ isSlow }) => isSlow !== true)) {
      outcomes.push(...(await tryOne(door, vector)))
    }
  }
  outcomes.push(...(await waiting).flat())
  clearInterval(sampling)

  const growth = Math.max(0, peak - before)
  if (growth > growthBytesMax) outcomes.push(`memory grew by ${megabytes(growth)} MB`)
  if (all.length < vectorsMin) outcomes.push(`there are only ${all.length} vectors`)
  const bytes = network.touched.reduce((sum, touch) => sum + touch.bytes, 0)
  const fetched = vectors.filter(({ expected }) => expected === 'fetched').length
  return {
    figure: `${vectors.length} URLs in ${doors.length} ways, ${fetched} of them public and fetched; ${network.touched.length} connections and ${bytes} bytes to addresses that are not public; memory grew by ${megabytes(growth)} MB`,
    problems: [...touches(network), ...(isAboutPlaces() ? [] : outcomes)],
  }
}

async function doorsOf(used: Services): Promise<readonly Door[]> {
  const doors = await openDoors(used, given, all)
  const { broken } = given
  return broken === undefined
    ? doors
    : doors.filter(({ name }) => name === brokenDoor(broken))
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

async function tryOne(door: Door, vector: Vector): Promise<string[]> {
  const startedMs = performance.now()
  const got = await door.ask(vector)
  const tookMs = performance.now() - startedMs
  const shown = `${door.name}, ${vector.about} ${JSON.stringify(vector.url).slice(0, 150)}`
  const problems = judge(door, vector, got).map((problem) => `${shown}: ${problem}`)
  if (tookMs > tookMsMax) problems.push(`${shown}: took ${Math.round(tookMs)} ms`)
  return problems
}

function judge(door: Door, vector: Vector, got: Got): string[] {
  const expected = door.expected(vector)
  if (got.kind === 'failed') return [`failed with ${String(got.error)}`]
  const isExpected = expected === 'either' || got.kind === expected
  const problems = isExpected ? [] : [`was ${got.kind}, not ${expected}`]
  // An address in the answer that is not the caller's own tells of a network they cannot see.
  const message = got.kind === 'refused' ? withoutOwn(got.message, vector) : ''
  if (/\d+\.\d+\.\d+|[\da-f]+::?[\da-f]*:/i.test(message)) {
    problems.push(`told an address: ${message}`)
  }
  return problems
}

/** What is said besides the address itself, as answers quote it. */
function withoutOwn(message: string, { url }: Vector): string {
  const own = URL.parse(url)
  const quoted = own === null ? url : (own.origin + own.pathname).slice(0, 300)
  return message.replaceAll(quoted, '').replaceAll(origin, '')
}

function touches({ touched }: Canaries): string[] {
  return touched.map(({ address, bytes }) => `${address} was reached with ${bytes} bytes`)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
