import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'

import { type EmptyApi, startEmptyApi } from '#test/first-run/test-empty-api.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'

const form = {
  displayName: ' Ada  Lovelace ',
  email: ' Ada@Engines.example ',
  organizationTitle: 'Engines',
}

describe('the page of the first run', () => {
  let api: EmptyApi
  beforeEach(async () => {
    api = await startEmptyApi()
  })
  afterEach(async () => api.stop())

  it('asks without a script, makes the account, signs in and shows a token once', async () => {
    const link = await api.link()
    const browser = openTestBrowser(api.url)
    const shown = await browser.get(link)
    assert.equal(shown.status, 200)
    assert.doesNotMatch(shown.text, /<script|onclick|javascript:/i)
    assert.equal(shown.headers['cache-control'], 'no-store')
    for (const name of Object.keys(form)) {
      assert.match(shown.text, new RegExp(`<label for="${name}">`))
    }

    const made = await browser.post(link, form)
    assert.equal(made.status, 200)
    assert.match(made.text, /You are a member of Engines/)
    assert.match(made.text, /You are signed in[^]*~sign-in\/methods/)
    const token = /lec_u_\w{38}/.exec(made.text)?.[0]
    const mine = await fetch(`${api.url}/v1/user`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const { id, displayName, email } = JSON.parse(await mine.text())
    assert.deepEqual([displayName, email], ['Ada Lovelace', 'ada@engines.example'])
    assert.equal((await browser.session(id).get('/user')).body.id, id)
    const members = await api.rows('select user_id, role from member')
    assert.deepEqual(members, [{ user_id: id, role: 'admin' }])

    for (const reply of [await browser.get(link), await browser.post(link, form)]) {
      assert.equal(reply.status, 404)
      assert.match(reply.text, /This link does not work[^]*sign in/)
    }
  })

  it('asks again for what is wrong, keeps what was typed, and keeps the link', async () => {
    const link = await api.link()
    const browser = openTestBrowser(api.url)
    const nasty = {
      displayName: `"><b>${'x'.repeat(64)}`,
      email: 'no',
      organizationTitle: 'E',
    }
    const reply = await browser.post(link, nasty)
    assert.equal(reply.status, 400)
    assert.equal([...reply.text.matchAll(/role="alert"/g)].length, 3)
    assert.doesNotMatch(reply.text, /"><b>/)
    assert.ok(reply.text.includes('value="no"'))
    assert.deepEqual(await api.rows('select 1 from account'), [])
    assert.equal((await browser.post(link, form)).status, 200)
  })

  it('makes the account for a form of another origin without signing in', async () => {
    const browser = openTestBrowser(api.url)
    const reply = await browser.post(await api.link(), form, {
      'sec-fetch-site': 'cross-site',
    })
    assert.deepEqual([reply.status, browser.cookies()], [200, ''])
    assert.doesNotMatch(reply.text, /You are signed in/)
  })

  it('lets one of two win who come at once', async () => {
    const link = await api.link()
    const replies = await Promise.all(
      [1, 2].map(async () => openTestBrowser(api.url).post(link, form)),
    )
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    )
    assert.equal((await api.rows('select 1 from organization')).length, 1)
  })

  it('answers unknown, malformed and late links with the same page, which tells nothing', async () => {
    const link = await api.link()
    const browser = openTestBrowser(api.url)
    const unknown = await browser.get(`${link.slice(0, -2)}zz`)
    assert.equal(unknown.status, 404)
    for (const path of ['/~first-run/x', '/~first-run/%00', `${link}x`]) {
      const replies = [await browser.get(path), await browser.post(path, form)]
      for (const { status, text } of replies) {
        assert.deepEqual([status, text], [404, unknown.text])
      }
    }
    await api.rows(`update first_run set issued_at = now() - interval '25 hours'`)
    assert.equal((await browser.get(link)).text, unknown.text)
    assert.deepEqual(await api.rows('select 1 from account'), [])
  })

  it('counts links that are wrong, and says when there were too many', async () => {
    const link = await api.link()
    await api.stop()
    api = await startEmptyApi({ SIGN_IN_LIMIT_ADDRESS: '2' })
    const browser = openTestBrowser(api.url)
    const statuses: number[] = []
    for (const path of [link, link, link, await api.link()]) {
      statuses.push((await browser.get(path)).status)
    }
    assert.deepEqual(statuses, [404, 404, 429, 200])
  })
})
