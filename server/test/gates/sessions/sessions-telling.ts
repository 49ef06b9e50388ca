import type { Lane } from '../../../../tools/gate.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'

import type { World } from './sessions-world.ts'

/** Pairs of a known and an unknown address, for each form, whose times are compared. */
const pairs: Readonly<Record<Lane, number>> = { push: 40, release: 2000 }
const surelyDifferent = 0.01
/** What chance does once in a hundred times it does not do this often in a row. */
const samplesMax = 3

const forms = [
  { path: '/~sign-in/password', fields: { password: 'a wrong password' } },
  { path: '/~sign-in/mail', fields: {} },
] as const
type Form = (typeof forms)[number]

/** Nobody learns from an answer, from its time or from what it leaves behind who has an account. */
export async function tryTelling(
  world: World,
  lane: Lane,
): Promise<{ problems: string[]; figure: string }> {
  const problems: string[] = []
  const known = (await world.person()).email
  const figures: string[] = []
  for (const form of forms) {
    problems.push(...(await compareAnswers(world, form, known)))
    let least = 1
    for (let sample = 0; sample < samplesMax; sample += 1) {
      least = await compareTimes(world, form, { known, turns: pairs[lane] })
      if (least >= surelyDifferent) break
    }
    figures.push(`${form.path} p ${least.toPrecision(2)}`)
    if (least < surelyDifferent) {
      problems.push(`${form.path}: the time tells who has an account, p ${least}`)
    }
  }
  return { problems, figure: `${pairs[lane]} pairs: ${figures.join(', ')}` }
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: string
  readonly statements: string
  readonly left: string
}

async function compareAnswers(
  world: World,
  form: Form,
  known: string,
): Promise<string[]> {
  const problems: string[] = []
  // The first request of a form prepares what later ones use.
  await answerTo(world, form, 'first@sessions.example')
  for (let turn = 0; turn < 5; turn += 1) {
    const one = await answerTo(world, form, known)
    const other = await answerTo(world, form, `nobody${turn}@sessions.example`)
    for (const part of ['status', 'text', 'headers', 'statements', 'left'] as const) {
      if (one[part] !== other[part]) {
        problems.push(
          `${form.path}: ${part} tells who has an account: ${one[part]} or ${other[part]}`,
        )
      }
    }
  }
  return problems
}

async function answerTo(world: World, form: Form, email: string): Promise<Answer> {
  world.takeStatements()
  const before = await leftBehind(world)
  const { status, text, headers } = await ask(world, form, email)
  const statements = world.takeStatements().join('\n')
  const after = await leftBehind(world)
  const { date: _date, 'set-cookie': cookies = [], ...rest } = headers
  const shapes = cookies.map((cookie) => cookie.replace(/=[^;]*/, '='))
  const { 'x-request-id': _id, ...others } = rest
  return {
    status,
    text,
    headers: JSON.stringify([others, shapes]),
    statements,
    left: after.map((rows, index) => rows - (before[index] ?? 0)).join(', '),
  }
}

async function ask({ unbounded }: World, { path, fields }: Form, email: string) {
  return openTestBrowser(unbounded.url).post(path, { email, ...fields })
}

/** The rows that asking may leave behind. */
async function leftBehind({ api }: World): Promise<number[]> {
  const [row] = await api.rows(
    `select (select count(*) from sign_in_mail)::integer as mails,
       (select count(*) from pgboss.job
        where name in ('sign-in.send-mail', 'sign-in.write-note'))::integer as jobs`,
  )
  return [Number(row.mails), Number(row.jobs)]
}

interface Timed {
  readonly known: string
  readonly turns: number
}

/** The probability that chance alone makes the times of the two kinds differ as much. */
async function compareTimes(
  world: World,
  form: Form,
  { known, turns }: Timed,
): Promise<number> {
  const times: { isKnown: boolean; ms: number }[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const kinds = turn % 2 === 0 ? [true, false] : [false, true]
    for (const isKnown of kinds) {
      const email = isKnown ? known : `nobody${turn}@sessions.example`
      const startedMs = performance.now()
      await ask(world, form, email)
      times.push({ isKnown, ms: performance.now() - startedMs })
    }
  }
  world.takeStatements()
  return rankSumP(times)
}

/** The two-sided p of the rank-sum test of Wilcoxon, by the normal approximation. */
function rankSumP(times: readonly { isKnown: boolean; ms: number }[]): number {
  const ranked = times.toSorted((a, b) => a.ms - b.ms)
  const sum = ranked.reduce((all, { isKnown }, rank) => all + (isKnown ? rank + 1 : 0), 0)
  const each = times.length / 2
  const expected = (each * (times.length + 1)) / 2
  const deviation = Math.sqrt((each * each * (times.length + 1)) / 12)
  return twoSided(Math.abs(sum - expected) / deviation)
}

/** Twice the upper tail of the normal distribution (Abramowitz and Stegun, 26.2.17). */
function twoSided(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const coefficients = [
    0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429,
  ]
  const series = coefficients.reduce(
    (all, factor, index) => all + factor * t ** (index + 1),
    0,
  )
  return 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
