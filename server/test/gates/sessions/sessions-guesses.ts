import type { Lane } from '../../../../tools/gate.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'

import { password, type Person, type World } from './sessions-world.ts'

interface Flood {
  readonly guesses: number
  readonly accounts: number
  readonly addresses: number
}

const floods: Readonly<Record<Lane, Flood>> = {
  push: { guesses: 2000, accounts: 8, addresses: 40 },
  release: { guesses: 100_000, accounts: 400, addresses: 2000 },
}
const atOnce = 8
const guessesInARow = 7

/** A flood of guesses is bounded for each account and each address, and locks no owner out. */
export async function tryGuesses(
  world: World,
  lane: Lane,
): Promise<{ problems: string[]; figure: string }> {
  const { guesses, accounts, addresses } = floods[lane]
  const problems: string[] = []
  const owner = await world.person()
  const owned = await world.signedIn(owner)
  const targets: Person[] = [owner]
  while (targets.length < accounts) targets.push(await world.person())

  const judged = {
    accounts: new Map<string, number>(),
    addresses: new Map<string, number>(),
  }
  const from = await quarterOf(world)
  let next = 0
  let looked = 0
  async function guessOn(): Promise<void> {
    while (next < guesses) {
      const turn = next
      next += 1
      const { email } = targets[turn % accounts] ?? owner
      const place = Math.floor(turn / guessesInARow) % addresses
      const address = `198.51.${Math.floor(place / 256)}.${place % 256}`
      const browser = openTestBrowser(world.api.url, address)
      const guess = { email, password: `guess number ${turn}` }
      const { status } = await browser.post('/~sign-in/password', guess)
      if (status === 303) problems.push('a wrong password signs in')
      if (status >= 500 && status !== 503) {
        problems.push(`a guess is answered with ${status}`)
      }
      if (status !== 403) continue
      looked += 1
      count(judged.accounts, email)
      count(judged.addresses, address)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, guessOn))
  const quarters = (await quarterOf(world)) - from + 1
  const { SIGN_IN_LIMIT_ACCOUNT: ofAccount, SIGN_IN_LIMIT_ADDRESS: ofAddress } =
    world.api.services.config
  const most = {
    account: Math.max(...judged.accounts.values()),
    address: Math.max(...judged.addresses.values()),
  }
  if (most.account > ofAccount * quarters) {
    problems.push(`${most.account} guesses at one account were looked at`)
  }
  if (most.address > ofAddress * quarters) {
    problems.push(`${most.address} guesses from one address were looked at`)
  }
  if (looked === 0) problems.push('no guess was looked at: nothing was tried')
  const { status } = await owned.post('/~sign-in/password', {
    email: owner.email,
    password,
  })
  if (status !== 303) problems.push(`the owner, at a known device, gets ${status}`)
  const figure = `${looked} of ${guesses.toLocaleString('en')} guesses looked at, ${most.account} at most for an account, ${most.address} for an address`
  return { problems, figure }
}

function count(of: Map<string, number>, key: string): void {
  of.set(key, (of.get(key) ?? 0) + 1)
}

/** The number of the quarter of an hour in which attempts are counted now. */
async function quarterOf({ api }: World): Promise<number> {
  const [row] = await api.rows(
    `select floor(extract(epoch from now()) / 900)::integer as quarter`,
  )
  return Number(row.quarter)
}
