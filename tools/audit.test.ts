import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { judgeAudit } from './audit.ts'

function counted(vulnerabilities: object, named: object = {}): string {
  return JSON.stringify({ vulnerabilities: named, metadata: { vulnerabilities } })
}

describe('the audit of packages', () => {
  it('is clean without weaknesses that are high or critical', () => {
    const { verdict, line } = judgeAudit(
      counted({ low: 2, high: 0, critical: 0, total: 2 }),
    )
    assert.deepEqual([verdict, line], ['clean', 'audit: 0 critical, 0 high, 2 in all'])
  })

  it('names the packages with weaknesses that are', () => {
    const named = { leaky: { severity: 'high' }, meek: { severity: 'low' } }
    const { verdict, line } = judgeAudit(counted({ low: 1, high: 1, total: 2 }, named))
    assert.equal(verdict, 'vulnerable')
    assert.equal(line, 'audit: 0 critical, 1 high, 2 in all: leaky')
  })

  it('says that it was not answered, and never that all is well then', () => {
    for (const output of [
      '{"message":"405 Method Not Allowed"}',
      'npm error',
      '',
      '[]',
    ]) {
      const { verdict, line } = judgeAudit(output)
      assert.equal(verdict, 'not answered', output)
      assert.match(line, /^audit: not answered, so nothing is known/)
    }
  })
})
