import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { startTestIssuer, type TestIssuer } from '../../sso/test-issuer.ts'

import { fsckProblems } from '../fsck/fsck-problems.ts'
import {
  type GateOptions,
  type GateOutcome,
  runGate,
  seeded,
} from '../../../../tools/gate.ts'
import { createInstance, type Instance } from '../harness/instance.ts'
import { startCountingProxy } from '../harness/round-trips.ts'
import { longestStaleMs, watchedMs, withdrawals } from './tokens-effect.ts'
import { judgeExpiry } from './tokens-expiry.ts'
import {
  acceptedOf,
  guessesFrom,
  isDescribedForm,
  unknownTokens,
} from './tokens-guesses.ts'
import {
  startLogged,
  startWithoutScopes,
  startWithQueryPerGuess,
  startWithStaleCache,
} from './tokens-processes.ts'
import { plantProviders, settingsFor } from './tokens-providers.ts'
import { judgeReads } from './tokens-reads.ts'
import {
  findSecrets,
  judgeKept,
  plantSecrets,
  readKept,
  type Secret,
} from './tokens-secrets.ts'

const breaks = [
  'query-per-guess',
  'stale-cache',
  'secret-in-dump',
  'secret-in-log',
  'secret-to-reader',
] as const
type Break = (typeof breaks)[number]

const guessesPerSecond = 500
const guessesMax = 10_000
const controls = 50
const staleMsMax = 1_000
const skewDays = 30

/** What each part of the gate has found. */
interface Findings {
  readonly figures: string[]
  readonly problems: string[]
  readonly slow: string[]
}

interface Setting extends GateOptions<Break>, Findings {
  readonly instance: Instance
  readonly issuer: TestIssuer
  readonly logFolder: string
}

async function run(options: GateOptions<Break>): Promise<GateOutcome> {
  const logFolder = await mkdtemp(path.join(tmpdir(), 'lectern-gate-logs-'))
  const issuer = await startTestIssuer()
  const instance = await createInstance({
    PUBLIC_URL: 'http://lectern.test',
    LOG_LEVEL: 'debug',
    ...settingsFor(issuer),
  })
  const setting: Setting = {
    ...options,
    instance,
    issuer,
    logFolder,
    figures: [],
    problems: [],
    slow: [],
  }
  try {
    if (concerns(options, 'query-per-guess')) await judgeGuesses(setting)
    if (concerns(options, 'stale-cache', 'secret-in-dump', 'secret-in-log')) {
      await judgeProcesses(setting)
    }
    if (options.broken === 'secret-to-reader') {
      const api = await startWithoutScopes(instance.environment)
      try {
        await judgeScope(setting, api.url)
      } finally {
        await api.stop()
      }
    }
    setting.problems.push(...(await fsckProblems(instance)))
    const { figures, problems, slow } = setting
    return { figure: figures.join('; '), problems, slow }
  } finally {
    await instance.close()
    await issuer.stop()
    await rm(logFolder, { recursive: true, force: true })
  }
}

/** A planted defect is looked for where it would be found, not in all the rest again. */
function concerns({ broken }: GateOptions<Break>, ...defects: Break[]): boolean {
  return broken === undefined || defects.includes(broken)
}

/** Guessing tokens does not reach the database unless the checksum is right. */
async function judgeGuesses(setting: Setting): Promise<void> {
  const { instance, broken, seed, seconds, logFolder, figures, problems } = setting
  const databaseUrl = new URL(instance.databaseUrl)
  const proxy = await startCountingProxy(Number(databaseUrl.port || 5432))
  databaseUrl.port = String(proxy.port)
  const environment = { ...instance.environment, DATABASE_URL: databaseUrl.href }
  const api =
    broken === 'query-per-guess'
      ? await startWithQueryPerGuess(environment)
      : await startLogged({ kind: 'api', name: 'guessed', logFolder, environment })
  try {
    const tokens = Object.values(instance.sample.tokens)
    for (const token of tokens) {
      if (!isDescribedForm(token)) problems.push(`${token} is not of the described form`)
    }
    proxy.take()
    const unknown = await acceptedOf(api.url, unknownTokens(controls))
    const asked = proxy.take()
    if (asked === 0) problems.push('unknown tokens cost no query: nothing is counted')

    const count = Math.min(guessesMax, Math.max(500, seconds * guessesPerSecond))
    const guesses = guessesFrom(tokens, seeded(seed), count)
    const accepted = [...unknown, ...(await acceptedOf(api.url, guesses))]
    const queries = proxy.take()
    if (accepted.length > 0) problems.push(`${accepted.length} guesses were accepted`)
    if (queries > 0) problems.push(`${queries} queries for tokens of a wrong checksum`)
    figures.push(`${count} guesses: ${accepted.length} accepted, ${queries} queries`)
  } finally {
    await api.stop()
    await proxy.close()
  }
}

async function judgeProcesses(setting: Setting): Promise<void> {
  const { instance, broken, logFolder, figures, problems } = setting
  const { environment } = instance
  const logged = { logFolder, environment }
  const starting = await Promise.allSettled([
    startLogged({ ...logged, kind: 'api', name: 'here', clockDays: -skewDays }),
    broken === 'stale-cache'
      ? startWithStaleCache(environment)
      : startLogged({ ...logged, kind: 'api', name: 'there', clockDays: skewDays }),
    startLogged({ ...logged, kind: 'worker', name: 'worker' }),
  ])
  const started = starting.filter((start) => start.status === 'fulfilled')
  let secrets: readonly Secret[] = []
  try {
    const [here, there, worker] = started.map(({ value }) => value.url)
    if (here === undefined || there === undefined || worker === undefined) {
      throw new Error('Not all processes started')
    }
    if (concerns(setting, 'stale-cache')) await judgeEffect(setting, here, there)
    if (concerns(setting)) {
      const expiry = await judgeExpiry(instance, { behind: here, ahead: there })
      problems.push(...expiry.problems)
      setting.slow.push(...expiry.slow)
      figures.push(`expiry ${expiry.lateMs.toFixed(0)} ms`)
    }
    if (concerns(setting)) await judgeScope(setting, here)
    if (concerns(setting, 'secret-in-dump', 'secret-in-log')) {
      secrets = [
        ...(await plantSecrets(instance, here)),
        ...(await plantProviders(setting.issuer, here)),
      ]
    }
  } finally {
    // Ended politely, so that the logs are whole.
    await Promise.all(started.map(async ({ value }) => value.stop()))
  }
  if (secrets.length > 0) await judgeSecrets(setting, secrets)
}

/** What a token that may only read is told gives no more rights than reading. */
async function judgeScope(
  { instance, figures, problems }: Setting,
  url: string,
): Promise<void> {
  const reads = await judgeReads(instance, url)
  figures.push(reads.figure)
  problems.push(...reads.problems)
}

async function judgeSecrets(
  { instance, broken, logFolder, figures, problems }: Setting,
  secrets: readonly Secret[],
): Promise<void> {
  const [planted] = secrets
  if (broken === 'secret-in-dump') {
    await instance.db.raw('update api_token set label = $1', [planted?.text])
  }
  if (broken === 'secret-in-log') {
    await appendFile(path.join(logFolder, 'here.log'), `${planted?.text}\n`)
  }
  const kept = await readKept(instance.databaseUrl, logFolder)
  const found = findSecrets(kept, secrets)
  problems.push(...judgeKept(kept), ...found)
  figures.push(
    `${found.length} of ${secrets.length} secrets in the dump or ${kept.size - 1} logs`,
  )
}

/** What is taken from somebody through one process, the other soon no longer gives. */
async function judgeEffect(setting: Setting, here: string, there: string): Promise<void> {
  const { instance, seconds, figures, problems, slow } = setting
  const times = Math.max(20, seconds)
  const longest: string[] = []
  for (const withdrawal of withdrawals(instance)) {
    const staleMs = await longestStaleMs(instance, withdrawal, { here, there, times })
    longest.push(`${withdrawal.name} ${staleMs.toFixed(0)} ms`)
    if (staleMs > staleMsMax) {
      // As long as anybody looked: not late, but never.
      const found = staleMs > watchedMs ? problems : slow
      found.push(`a ${withdrawal.name} was felt ${staleMs.toFixed(0)} ms later only`)
    }
  }
  figures.push(`longest of ${times} each: ${longest.join(', ')}`)
}

await runGate<Break>({ name: 'tokens', seconds: 20, breaks, run })
