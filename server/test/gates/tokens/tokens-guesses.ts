import { Agent, request } from 'node:http'
import { crc32 } from 'node:zlib'

import { mintToken } from '#/access/api-token.ts'

import type { seeded } from '../../../../tools/gate.ts'

type Random = ReturnType<typeof seeded>

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const lanes = 8

/** Written down a second time, from the description alone: scanners outside rely on it. */
export function isDescribedForm(token: string): boolean {
  if (!/^lec_u_[0-9A-Za-z]{38}$/.test(token)) return false
  const digits: string[] = []
  for (
    let rest = crc32(token.slice(0, -6));
    digits.length < 6;
    rest = Math.floor(rest / 62)
  ) {
    digits.unshift(alphabet.charAt(rest % 62))
  }
  return token.endsWith(digits.join(''))
}

/** Tokens that nearly are one of those that work. */
export function guessesFrom(tokens: readonly string[], random: Random, count: number) {
  const real = new Set(tokens)
  const guesses: string[] = []
  while (guesses.length < count) {
    const guess = random.pick(mutations)(random.pick(tokens), random)
    if (!real.has(guess)) guesses.push(guess)
  }
  return guesses
}

/** Of the right form, so that only the database knows that nobody has them. */
export function unknownTokens(count: number): string[] {
  return Array.from({ length: count }, mintToken)
}

function replaceAt(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + 1)
}

function letter(random: Random): string {
  return alphabet.charAt(random.below(alphabet.length))
}

const mutations: readonly ((token: string, random: Random) => string)[] = [
  (token, random) => replaceAt(token, random.below(token.length), letter(random)),
  (token, random) =>
    replaceAt(
      replaceAt(token, random.below(token.length), letter(random)),
      random.below(token.length),
      letter(random),
    ),
  (token, random) => {
    const at = random.below(token.length - 1)
    return (
      token.slice(0, at) + token.charAt(at + 1) + token.charAt(at) + token.slice(at + 2)
    )
  },
  (token, random) => replaceAt(token, random.below(token.length), ''),
  (token, random) => {
    const at = random.below(token.length)
    return token.slice(0, at) + letter(random) + token.slice(at)
  },
  (token, random) => {
    const at = random.below(token.length)
    const was = token.charAt(at)
    return replaceAt(
      token,
      at,
      was === was.toUpperCase() ? was.toLowerCase() : was.toUpperCase(),
    )
  },
  (token, random) => token.slice(0, 1 + random.below(token.length - 1)),
  (token, random) =>
    token.slice(0, -6) + Array.from({ length: 6 }, () => letter(random)).join(''),
  (token) => `lec_x_${token.slice(6)}`,
]

/** How many of them were answered with anything but 401. */
export async function acceptedOf(
  url: string,
  guesses: readonly string[],
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const accepted: string[] = []
  const waiting = guesses.values()
  const lane = async () => {
    for (const guess of waiting) {
      if ((await statusOf(`${url}/v1/user`, guess, agent)) !== 401) accepted.push(guess)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return accepted
}

async function statusOf(url: string, token: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { authorization: `Bearer ${token}` } })
    sent.on('response', (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end()
  })
}
