import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { isUniqueViolation, translateDatabaseError } from './database-errors.ts'

const refused = (constraint: string, code = '23505') =>
  Object.assign(new Error('duplicate key'), { code, constraint })
const refusedElsewhere = (constraint: string) =>
  Object.assign(
    new Error(`duplicate key value violates unique constraint "${constraint}"`),
    { code: '23505', constraint: undefined },
  )

const failure = (message: string) => Object.assign(new Error(message), { code: 'XX000' })

describe('a violated unique constraint', () => {
  it('is known by its name, also with the number of a shard behind it', () => {
    assert.ok(isUniqueViolation(refused('account_email_pkey'), 'account_email_pkey'))
    assert.ok(
      isUniqueViolation(refused('account_email_pkey_102045'), 'account_email_pkey'),
    )
  })

  it('is known by the message of another node, which says no more', () => {
    const error = refusedElsewhere('account_email_pkey_102009')
    assert.ok(isUniqueViolation(error, 'account_email_pkey'))
    assert.ok(!isUniqueViolation(error, 'account_email'))
    assert.ok(!isUniqueViolation(error, 'account_pkey'))
  })

  it('is no other one, and no other error', () => {
    assert.ok(!isUniqueViolation(refused('account_pkey_102045'), 'account_email_pkey'))
    assert.ok(
      !isUniqueViolation(refused('account_email_pkey_by_name'), 'account_email_pkey'),
    )
    assert.ok(
      !isUniqueViolation(refused('account_email_pkey', '23503'), 'account_email_pkey'),
    )
    assert.ok(!isUniqueViolation(new Error('duplicate key'), 'account_email_pkey'))
  })
})

describe('a failure of a cluster without a code of its own', () => {
  it('asks to come again where a node is away or a shard was split', () => {
    for (const message of [
      'could not commit transaction for shard 102044 on at least one active node',
      'could not find valid entry for shard 102121',
      'SSL SYSCALL error: EOF detected',
      'server closed the connection unexpectedly\n\tThis probably means the server',
    ]) {
      assert.equal(translateDatabaseError(failure(message))?.status, 503, message)
    }
  })

  it('is a defect otherwise', () => {
    assert.equal(translateDatabaseError(failure('cache lookup failed')), undefined)
  })
})
