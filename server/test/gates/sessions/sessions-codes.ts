import { newAppSecret } from '#/features/people/second-factor/app-codes.ts'
import { secondFactorSecrets } from '#/features/people/second-factor/public.ts'
import { appCode, beginOfStep } from '#test/sessions/test-app-codes.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'

import { password, type Person, type World } from './sessions-world.ts'

const browsers = 4
const guessesOfEach = 8

/** Who knows a password has no way around the second factor, and few guesses at it. */
export async function tryCodes(
  world: World,
): Promise<{ problems: string[]; figure: string }> {
  const problems: string[] = []
  const person = await world.person()
  const secret = await setFactor(world, person)
  const from = await quarterOf(world)
  let looked = 0
  for (let turn = 0; turn < browsers; turn += 1) {
    const browser = await halfSignedIn(world, person, turn)
    const session = browser.session(person.accountId)
    if ((await session.get('/user')).status !== 401) {
      problems.push('a password alone signs in to an account with a second factor')
    }
    for (let guess = 0; guess < guessesOfEach; guess += 1) {
      const { status } = await browser.post('/~sign-in/code', { code: 'wrong1' })
      if (status === 303) problems.push('a wrong code signs in')
      if (status === 403) looked += 1
    }
  }
  const most = world.api.services.config.SIGN_IN_LIMIT_ACCOUNT
  const quarters = (await quarterOf(world)) - from + 1
  if (looked > most * quarters) {
    problems.push(`${looked} codes for one account were looked at`)
  }
  if (looked === 0) problems.push('no code was looked at: nothing was tried')
  problems.push(...(await tryTwice(world, await world.person())))
  problems.push(...(await tryAround(world, person, secret)))
  return { problems, figure: `${looked} of ${browsers * guessesOfEach} codes looked at` }
}

/** A code that somebody has read along is of no use once it was used. */
async function tryTwice(world: World, person: Person): Promise<string[]> {
  const secret = await setFactor(world, person)
  await beginOfStep()
  const code = appCode(secret)
  const statuses: number[] = []
  for (const turn of [0, 1]) {
    const browser = await halfSignedIn(world, person, 100 + turn)
    statuses.push((await browser.post('/~sign-in/code', { code })).status)
  }
  const [first, second] = statuses
  return [
    ...(first === 303 ? [] : [`a right code is answered with ${first}`]),
    ...(second === 403 ? [] : [`a used code is answered with ${second}`]),
  ]
}

/** What waits for a code stands for nobody, and opens no page of the account. */
async function tryAround(
  world: World,
  person: Person,
  secret: string,
): Promise<string[]> {
  const browser = await halfSignedIn(world, person, 200)
  const paths = ['remove', 'codes', 'offer'].map(
    (name) => `/~sign-in/methods/second-factor/${name}`,
  )
  const problems: string[] = []
  for (const path of paths) {
    const { status, text } = await browser.post(path)
    if (status !== 303 || text !== '') problems.push(`${path} answers ${status}`)
  }
  const [row] = await world.api.rows(
    'select sealed from second_factor where account_id = $1',
    [person.accountId],
  )
  const scope = secondFactorSecrets.scopeOf(person.accountId)
  const kept = world.api.services.sealer.unseal(row?.sealed ?? '', scope).toString()
  if (kept !== secret) problems.push('a sign-in that waits changed the second factor')
  return problems
}

async function halfSignedIn(
  { api }: World,
  { email }: Person,
  turn: number,
): Promise<TestBrowser> {
  // The attempts with the password are not what is tried here.
  await api.rows(`delete from sign_in_attempt where subject like 'password-%'`)
  const browser = openTestBrowser(api.url, `2001:db8:c0de:${turn.toString(16)}::1`)
  const { status, headers } = await browser.post('/~sign-in/password', {
    email,
    password,
  })
  if (status !== 303 || !String(headers['location']).includes('/~sign-in/code')) {
    throw new Error(`no code was asked for: ${status}`)
  }
  return browser
}

async function setFactor({ api }: World, { accountId }: Person): Promise<string> {
  const secret = newAppSecret()
  const sealed = api.services.sealer.seal(secret, secondFactorSecrets.scopeOf(accountId))
  await api.rows(
    'insert into second_factor (account_id, sealed, used_step) values ($1, $2, 0)',
    [accountId, sealed],
  )
  return secret
}

/** The number of the quarter of an hour in which attempts are counted now. */
async function quarterOf({ api }: World): Promise<number> {
  const [row] = await api.rows(
    `select floor(extract(epoch from now()) / 900)::integer as quarter`,
  )
  return Number(row.quarter)
}
