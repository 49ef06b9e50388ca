import { setTimeout as sleep } from 'node:timers/promises'

import { sessionAt } from '#test/sessions/test-browser-session.ts'
import { openTestBrowser, type TestBrowser } from '#test/sessions/test-form-browser.ts'

import { password, type Person, type World } from './sessions-world.ts'

/** The time after which no process may take what has ended. */
const feltMs = 1000

interface Theft {
  readonly name: string
  /** Ends the session of the browser, or gives it another secret. */
  readonly end: (world: World, browser: TestBrowser, person: Person) => Promise<number>
}

const newPassword = 'other words of no use'

const thefts: readonly Theft[] = [
  {
    name: 'its person signs out',
    end: async (_world, browser) => (await browser.post('/~sign-in/out')).status,
  },
  {
    name: 'another browser ends it',
    async end(world, browser, person) {
      const current = await browser.session(person.accountId).get('/user/session')
      const session = (await world.signedIn(person)).session(person.accountId)
      return (await session.send('DELETE', `/user/sessions/${current.body.id}`)).status
    },
  },
  {
    name: 'another browser ends all others',
    async end(world, _browser, person) {
      const session = (await world.signedIn(person)).session(person.accountId)
      return (await session.send('DELETE', '/user/sessions')).status
    },
  },
  {
    name: 'another browser sets a password',
    async end(world, _browser, person) {
      const session = (await world.signedIn(person)).session(person.accountId)
      const body = { password: newPassword }
      return (await session.send('PUT', '/user/password', body)).status
    },
  },
  {
    name: 'the same browser signs in again',
    end: async (_world, browser, { email }) =>
      (await browser.post('/~sign-in/password', { email, password })).status,
  },
]

/** Whoever copied a cookie is out, in every process, once its session has ended. */
export async function tryThefts(world: World): Promise<string[]> {
  const problems: string[] = []
  const urls = [world.api.url, world.other.url]
  for (const { name, end } of thefts) {
    const person = await world.person()
    const browser = await world.signedIn(person)
    const stolen = browser.session(person.accountId)
    for (const url of urls) {
      const { status } = await stolen.at(url).get('/user')
      if (status !== 200) problems.push(`a session is answered with ${status}`)
    }
    const ended = await end(world, browser, person)
    if (ended >= 400) problems.push(`${name}: answered with ${ended}`)
    await sleep(feltMs)
    for (const url of urls) {
      const { status } = await stolen.at(url).get('/user')
      if (status !== 401) {
        problems.push(`${name}: a second later a copy of the cookie gets ${status}`)
      }
    }
  }
  return problems
}

/** Whoever gives somebody a cookie before they sign in has nothing of theirs afterwards. */
export async function tryFixations(world: World): Promise<string[]> {
  const problems: string[] = []
  const attacker = await world.person()
  const own = (await world.signedIn(attacker)).session(attacker.accountId)
  const given = [
    { name: 'a secret that was made up', secret: world.chosenSecret },
    { name: 'the cookie of another account', secret: own.secret },
    { name: 'no secret at all', secret: '' },
  ]
  for (const { name, secret } of given) {
    const victim = await world.person()
    const browser = openTestBrowser(world.api.url, '2001:db8:ffff::1')
    browser.take('__Host-lectern', secret)
    const { email, accountId } = victim
    const { status } = await browser.post('/~sign-in/password', { email, password })
    if (status !== 303) problems.push(`${name}: signing in is answered with ${status}`)
    await sleep(feltMs)
    const fixed = sessionAt(world.api.url, {
      id: '',
      accountId,
      cookie: `__Host-lectern=${secret}`,
    })
    const found = await fixed.get('/user')
    if (found.status === 200 && found.body.id === accountId) {
      problems.push(`${name} stands for who signed in with it`)
    }
    const mine = browser.session(accountId)
    const me = await mine.get('/user')
    if (me.body?.id !== accountId) {
      const isPlanted = world.broken === 'fixed-secret'
      if (!isPlanted) problems.push(`${name}: the browser itself gets ${me.status}`)
    }
  }
  return problems
}
