import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { words } from '#/features/joining/page-words/public.ts'
import { createAccount } from '#/features/people/users/public.ts'
import { languages } from '#/platform/html/language.ts'
import { openTestBrowser } from '#test/sessions/test-form-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

describe('the language of the pages of signing in', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ SIGN_IN_LIMIT_ADDRESS: '1000' })
  })
  after(async () => api.stop())

  const ask = async (path: string, headers: Record<string, string> = {}) =>
    openTestBrowser(api.url).get(path, headers)
  const send = async (
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ) => openTestBrowser(api.url).post(path, form, headers)

  for (const [language, { tag, direction }] of Object.entries(languages)) {
    it(`is ${tag} where the browser asks for it`, async () => {
      const reply = await ask('/~sign-in', { 'accept-language': `${language}, en;q=0.1` })
      assert.equal(reply.headers['content-language'], tag)
      assert.ok(reply.text.includes(`<html lang="${tag}" dir="${direction}">`))
      const table = Object.entries(words).find(([name]) => name === language)?.[1]
      assert.ok(table && reply.text.includes(`<h1>${table.common.signInToLectern}</h1>`))
    })
  }

  it('is what somebody chose, from then on, whatever the browser asks for', async () => {
    const first = await ask('/~sign-in?to=%2Fo%2Facme&again=1', {
      'accept-language': 'fr',
    })
    assert.match(first.text, /<html lang="fr"/)
    assert.equal(first.headers['set-cookie'], undefined)
    const href = /href="(\?[^"]*language=he)"/.exec(first.text)?.[1] ?? ''
    const path = href.replaceAll('&amp;', '&')
    assert.equal(path, '?to=%2Fo%2Facme&again=1&language=he')
    const chosen = await ask(`/~sign-in${path}`, { 'accept-language': 'fr' })
    assert.match(chosen.text, /<html lang="he" dir="rtl"/)
    assert.match(chosen.text, /name="to" value="\/o\/acme"/)
    const [cookie = ''] = chosen.headers['set-cookie'] ?? []
    assert.match(
      cookie,
      /^__Host-lectern-language=he; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const later = await send(
      '/~sign-in/mail',
      { email: 'nothing' },
      { cookie: `other=1; ${cookie.split(';', 1).join('')}`, 'accept-language': 'fr' },
    )
    assert.match(later.text, /<html lang="he"/)
    assert.ok(later.text.includes(words.he.common.yourAddress))
  })

  it('is none that is not there, and takes nothing else from the query', async () => {
    for (const name of ['xx', 'constructor', 'en"><b>', '']) {
      const reply = await ask(
        `/~sign-in?${new URLSearchParams({ language: name }).toString()}`,
      )
      assert.match(reply.text, /<html lang="en"/)
      assert.equal(reply.headers['set-cookie'], undefined, name)
      assert.ok(!reply.text.includes('<b>'))
    }
    const kept = await ask('/~sign-in', { cookie: '__Host-lectern-language=xx' })
    assert.match(kept.text, /<html lang="en"/)
    const foreign = await ask('/~sign-in?to=//evil.example')
    assert.doesNotMatch(foreign.text, /evil/)
    const answer = await ask('/~sign-in/with/acme/callback?code=secret-code&state=x')
    assert.doesNotMatch(answer.text, /secret-code|class="languages"/)
  })

  it('is offered where a link leads to the same page, and not where a form alone leads', async () => {
    assert.match((await ask('/~sign-in')).text, /class="languages"/)
    assert.match((await ask('/~sign-in/link/x')).text, /class="languages"/)
    assert.match((await send('/~sign-in/link/x', {})).text, /class="languages"/)
    const mailed = await send('/~sign-in/mail', { email: 'eve@language.example' })
    assert.equal(mailed.status, 200)
    assert.doesNotMatch(mailed.text, /class="languages"/)
  })

  it('makes no difference to what is told of who has an account', async () => {
    const email = 'ann@language.example'
    await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    for (const language of Object.keys(languages)) {
      const headers = { 'accept-language': language }
      const password = 'plain words of no use'
      for (const [path, form] of [
        ['/~sign-in/mail', {}],
        ['/~sign-in/password', { password }],
      ] as const) {
        const known = await send(path, { ...form, email }, headers)
        const unknown = await send(
          path,
          { ...form, email: 'no@language.example' },
          headers,
        )
        assert.deepEqual(
          [known.status, known.text],
          [unknown.status, unknown.text],
          `${path} in ${language}`,
        )
      }
    }
  })

  it('is that of failures and of missing pages too, and errors of the API stay English', async () => {
    const headers = { 'accept-language': 'de' }
    const gone = await ask('/~welcome/x', headers)
    assert.equal(gone.status, 404)
    assert.ok(gone.text.includes(words.de.welcome.gone))
    const unread = await send('/~sign-in/mail', { x: 'x'.repeat(20_000) }, headers)
    assert.equal(unread.status, 413)
    assert.ok(unread.text.includes(words.de.failures.unreadable))
    const crossSite = await send(
      '/~sign-in/mail',
      {},
      { ...headers, 'sec-fetch-site': 'cross-site' },
    )
    assert.equal(crossSite.status, 403)
    assert.ok(crossSite.text.includes(words.de.failures.crossSite))
    const program = await ask('/v1/user', headers)
    assert.equal(program.status, 401)
    assert.equal(program.headers['content-language'], undefined)
  })
})
