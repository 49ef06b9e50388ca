import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { createPasswordHasher } from './password-hasher.ts'

const small = { memory: 64, passes: 1, parallelism: 1 }

describe('hashes of passwords', () => {
  it('are of Argon2id with their parameters and a salt of their own', async () => {
    const { hash, verify } = createPasswordHasher()
    const [one, other] = await Promise.all([hash('correct horse'), hash('correct horse')])
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    assert.notEqual(one, other)
    assert.equal(await verify('correct horse', one), true)
    assert.equal(await verify('correct horse ', one), false)
    assert.equal(await verify('correct horse', undefined), false)
  })

  it('are checked with the parameters that they were made with', async () => {
    const stored = await createPasswordHasher({ parameters: small }).hash('before')
    const { verify } = createPasswordHasher()
    assert.equal(await verify('before', stored), true)
    assert.equal(await verify('after', stored), false)
  })

  it('are what others make of the same password', async () => {
    // The reference implementation, called with -id -t 2 -m 16 -p 1 -l 32.
    const { verify } = createPasswordHasher()
    const stored =
      '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    assert.equal(await verify('password', stored), true)
    assert.equal(await verify('passwore', stored), false)
  })

  it('are made a few at a time, and no more wait than may', async () => {
    const { verify } = createPasswordHasher({
      parameters: { memory: 8192, passes: 2, parallelism: 1 },
      atOnce: 1,
      waitingMax: 3,
    })
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, async () => verify('guess', undefined)),
    )
    const refused = results.filter(({ status }) => status === 'rejected')
    assert.ok(refused.length >= 4 && refused.length < 8, String(refused.length))
    for (const result of refused) {
      assert.ok(result.status === 'rejected')
      assert.match(String(result.reason), /as many passwords as it can/)
    }
    assert.equal(await verify('later', undefined), false)
  })

  it('fail loudly where they were altered', async () => {
    const { verify } = createPasswordHasher({ parameters: small })
    await assert.rejects(verify('any', '$argon2id$v=19$m=1,t=2'), /not as it was written/)
  })
})
