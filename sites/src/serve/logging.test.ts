import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { openLogger, redacted } from './logging.ts'

const key = 'a1B2c3D4e5F6g7H8i9J0k1L2'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3fQ.c2lnbmF0dXJlLXNpZ25hdHVyZQ'

describe('the log', () => {
  it('never holds what lets a reader in', () => {
    const lines: string[] = []
    const log = openLogger('info', { write: (line: string) => void lines.push(line) })
    const cause = new Error(`GET http://acme.example/docs/${key}/page?jwt_token=${jwt}`)
    log.error({ err: new Error(`It failed with ${jwt}`, { cause }) }, 'request failed')
    log.info({ reader: { token: jwt, shareKey: key, cookie: `v-1=${jwt}` } }, 'seen')
    const text = lines.join('')
    assert.equal(lines.length, 2)
    assert.ok(!text.includes(key))
    assert.ok(!text.includes(jwt))
  })

  it('keeps what tells one error from another', () => {
    assert.equal(
      redacted('No answer from http://127.0.0.1:3000'),
      'No answer from http://127.0.0.1:3000',
    )
    assert.equal(redacted('/docs/page?q=secret words'), '/docs/page?q=[value] words')
  })
})
