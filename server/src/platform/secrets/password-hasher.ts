import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

import { ApiError } from '#/platform/errors/api-error.ts'
import { createBudget } from '#/platform/memory/budget.ts'

/** Hashes passwords, a few at a time: each takes memory and the whole of a core. */
export interface PasswordHasher {
  /** The hash with its salt and parameters, as `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether a password has a stored hash. Without a stored hash it never has, and finding out takes
   * as long.
   */
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>
}

interface Parameters {
  /** In KB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Parsed {
  readonly parameters: Parameters
  readonly salt: Buffer
  readonly digest: Buffer
}

export interface HasherOptions {
  readonly parameters?: Parameters
  readonly atOnce?: number
  readonly waitingMax?: number
  readonly waitMsMax?: number
}

const parametersNow: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const memoryMax = 1024 * 1024
const [saltBytes, digestBytes] = [16, 32]
const deriveWith = promisify(argon2)

export function createPasswordHasher({
  parameters = parametersNow,
  atOnce = 2,
  waitingMax = 40,
  waitMsMax = 5000,
}: HasherOptions = {}): PasswordHasher {
  const turns = createBudget(atOnce)
  // What a hash that nobody has is compared with.
  const nobody: Parsed = {
    parameters,
    salt: randomBytes(saltBytes),
    digest: randomBytes(digestBytes),
  }
  let waiting = 0

  async function inTurn<T>(run: () => Promise<T>): Promise<T> {
    if (waiting >= waitingMax) throw tooManyPasswords()
    waiting += 1
    const release = await turns.reserve(1, waitMsMax)
    waiting -= 1
    if (release === undefined) throw tooManyPasswords()
    try {
      return await run()
    } finally {
      release()
    }
  }

  return {
    hash: async (password) =>
      inTurn(async () => {
        const salt = randomBytes(saltBytes)
        const digest = await derive(password, { parameters, salt, digest: nobody.digest })
        return spell({ parameters, salt, digest })
      }),
    async verify(password, stored) {
      const parsed = stored === undefined ? nobody : parse(stored)
      const digest = await inTurn(async () => derive(password, parsed))
      return timingSafeEqual(digest, parsed.digest) && stored !== undefined
    },
  }
}

async function derive(
  password: string,
  { parameters, salt, digest }: Parsed,
): Promise<Buffer> {
  return deriveWith('argon2id', {
    message: password,
    nonce: salt,
    tagLength: digest.length,
    ...parameters,
  })
}

function spell({ parameters: { memory, passes, parallelism }, salt, digest }: Parsed) {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(digest)}`
}

/** Base64 without the signs that fill it up. */
function bare(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const form =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{22,86})$/

function parse(stored: string): Parsed {
  const [, memory, passes, parallelism, salt = '', digest = ''] = form.exec(stored) ?? []
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  if (!(parameters.memory >= 8 && parameters.memory <= memoryMax)) {
    throw new Error('A stored hash of a password is not as it was written')
  }
  return {
    parameters,
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

function tooManyPasswords(): ApiError {
  return new ApiError(
    503,
    'overloaded',
    'The server checks as many passwords as it can at the same time. Nothing was changed; send the request again in a moment.',
    { headers: { 'retry-after': '2' } },
  )
}
