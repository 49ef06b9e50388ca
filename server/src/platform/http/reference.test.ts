import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'

import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('the page of the API reference', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  it('allows its own scripts by their hash, and no other in the page', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const reply = await fetch(`${api.url}/reference/`, {
        headers: { 'accept-encoding': encoding },
      })
      const policy = reply.headers.get('content-security-policy') ?? ''
      const [scripts = ''] = /script-src[^;]*/.exec(policy) ?? []
      assert.ok(!/unsafe|\*|https?:|data:/.test(scripts), scripts)
      const page = await reply.text()
      const inline = [...page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].filter(
        ([, attributes = '']) => !attributes.includes('src='),
      )
      assert.ok(inline.length > 0)
      for (const [, , script = ''] of inline) {
        assert.ok(scripts.includes(`'sha256-${hash('sha256', script, 'base64')}'`))
      }
      assert.ok(!/ on\w+=/.test(page), 'no handlers in attributes')
    }
  })

  it('has the policy on its file and on what is not there', async () => {
    for (const path of ['/reference/js/scalar.js', '/reference/nope']) {
      const reply = await fetch(api.url + path)
      await reply.body?.cancel()
      const policy = reply.headers.get('content-security-policy') ?? "script-src 'none'"
      assert.ok(!/script-src[^;]*unsafe/.test(policy), path)
    }
  })
})
