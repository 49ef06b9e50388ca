import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { createAccount } from '#/features/people/users/public.ts'
import { type RunningApi, startApi } from '#/start/api.ts'
import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { proveOwn } from '#test/organizations/prove-domains.ts'
import { connectDirectory } from '#test/provisioning/test-directory.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import {
  sessionAt,
  signIn,
  type TestSession,
  untilEnded,
} from '#test/sessions/test-browser-session.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'

const methods = '/user/sign-in-methods'

/** Somebody with an account, whom the provider knows by this subject and address. */
interface Person {
  readonly accountId: string
  readonly said: { readonly subject: string; readonly attributes: { email: string[] } }
}

describe('an account that an identity provider knows', () => {
  let api: TestApi
  let other: RunningApi
  let worker: RunningWorker
  const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
  let provider: TestProvider
  let people = 0
  before(async () => {
    api = await startTestApi({ SIGN_IN_LIMIT_MAILS: '3' })
    other = await startApi(api.services.config)
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    provider = await makeProvider(api, idp, { label: 'Workplace', defaultRole: 'read' })
  })
  after(async () => {
    await worker.stop()
    await other.stop()
    await api.stop()
  })

  async function person(): Promise<Person> {
    people += 1
    const email = `person${people}@identities.example`
    const accountId = await api.services.db.transaction(async (tx) =>
      createAccount(tx, { displayName: 'Ann', email, isVerified: true }),
    )
    return {
      accountId,
      said: { subject: `person ${people}`, attributes: { email: [email] } },
    }
  }

  function sessionOf({ cookies }: SamlBrowser): TestSession {
    const secret = cookies.get('__Host-lectern')
    assert.ok(secret !== undefined && secret !== '', 'nobody is signed in')
    const cookie = `__Host-lectern=${secret}`
    return sessionAt(api.url, { id: '', accountId: '', cookie })
  }

  /** Goes through the provider in a browser that is signed in to the account, and agrees. */
  async function agree({ accountId, said }: Person, at = provider): Promise<SamlBrowser> {
    const browser = new SamlBrowser(api)
    browser.cookies.set('__Host-lectern', (await signIn(api, accountId)).secret)
    const finish = await bring(browser, said, at)
    assert.match((await browser.get(finish)).text, /From now on it can/)
    const { status, text } = await browser.post(finish)
    assert.equal(status, 303, text)
    return browser
  }

  async function bring(browser: SamlBrowser, said: Person['said'], at = provider) {
    const inResponseTo = await browser.begin(at)
    const { acsURL, entityID: audience } = at
    const xml = idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
    return pathOf(await browser.bring(new URL(acsURL).pathname, xml))
  }

  const identitiesOf = async ({ accountId }: Person) =>
    api.rows('select * from account_identity where account_id = $1', [accountId])

  /** Coming through the provider again signs nobody in and makes nobody a member. */
  async function isAskedAgain({ accountId, said }: Person) {
    const browser = new SamlBrowser(api)
    const { status, text } = await browser.signIn(provider, idp, said)
    assert.equal(browser.cookies.get('__Host-lectern'), undefined)
    assert.equal(status, 200)
    assert.match(text, /Look into your mail/)
    assert.deepEqual(
      await api.rows('select 1 from member where user_id = $1', [accountId]),
      [],
    )
  }

  async function mailsTo({ said }: Person, expected: number) {
    for (let turn = 0; turn < 100; turn += 1) {
      const mails = await mailsIn(api.mailFolder, 0)
      const own = mails.filter(({ to }) => to === said.attributes.email[0])
      if (own.length >= expected) return own
      await sleep(100)
    }
    throw new Error(`${expected} mails did not arrive`)
  }

  it('says so among its ways in, with the organization that is reached', async () => {
    const ann = await person()
    await agree(ann)
    const own = await signIn(api, ann.accountId)
    const { body } = await own.get(methods)
    const [link, linked, ...more] = body.items
    assert.deepEqual([link.type, more], ['link', []])
    const { createdAt, lastUsedAt, ...said } = linked
    const { title } = (await api.as('admin').get(`/orgs/${api.organization}`)).body
    assert.deepEqual(said, {
      object: 'sign-in-method',
      id: provider.id,
      type: 'provider',
      isRemovable: true,
      organization: { id: api.organization, title },
      provider: 'Workplace',
    })
    assert.ok(createdAt <= lastUsedAt)
    await new SamlBrowser(api).signIn(provider, idp, ann.said)
    const [, later] = (await own.get(methods)).body.items
    assert.equal(later.createdAt, createdAt)
    assert.ok(later.lastUsedAt > lastUsedAt)
    const page = new SamlBrowser(api)
    page.cookies.set('__Host-lectern', own.secret)
    const { text } = await page.get('/~sign-in/methods')
    assert.ok(text.includes(`Single sign-on of ${title}: Workplace`), text)
  })

  it('tells nobody else, nor a session that the provider began', async () => {
    const ann = await person()
    const bound = sessionOf(await agree(ann))
    assert.equal((await bound.get(methods)).status, 403)
    assert.equal((await bound.send('DELETE', `${methods}/${provider.id}`)).status, 403)
    assert.equal((await api.anonymous().get(methods)).status, 401)
    const eve = await signIn(api, (await person()).accountId)
    assert.deepEqual(
      (await eve.get(methods)).body.items.map(({ type }: { type: string }) => type),
      ['link'],
    )
    const gone = await eve.send('DELETE', `${methods}/${provider.id}`)
    assert.deepEqual([gone.status, gone.headers['set-cookie']], [204, undefined])
    assert.equal((await identitiesOf(ann)).length, 1)
  })

  it('is taken from it by its owner, who has just signed in, and is asked before it comes back', async () => {
    const ann = await person()
    const bound = sessionOf(await agree(ann))
    const own = await signIn(api, ann.accountId)
    const elsewhere = bound.at(other.url)
    assert.equal((await elsewhere.get('/user')).status, 200)
    const remove = async () => own.send('DELETE', `${methods}/${provider.id}`)
    const age = 'update browser_session set authenticated_at = now() - $1::interval'
    await api.rows(`${age} where id = $2`, ['11 minutes', own.id])
    const late = await remove()
    assert.deepEqual([late.status, late.body.error.reason], [403, 'sign_in_again'])
    await api.rows(`${age} where id = $2`, ['1 minute', own.id])
    assert.equal((await remove()).status, 204)
    const endedMs = performance.now()
    await untilEnded(elsewhere)
    assert.ok(performance.now() - endedMs < 1_000)
    assert.deepEqual(await identitiesOf(ann), [])
    // They are a member as before, and nobody comes in by the provider without asking them.
    const { text } = await new SamlBrowser(api).signIn(provider, idp, ann.said)
    assert.match(text, /Look into your mail/)
    await agree(ann)
    assert.equal((await identitiesOf(ann)).length, 1)
  })

  it('can be taken from it also where single sign-on is wanted', async () => {
    const ann = await person()
    await agree(ann)
    const [member] = await api.rows('select sso from member where user_id = $1', [
      ann.accountId,
    ])
    assert.equal(member.sso, true)
    const own = await signIn(api, ann.accountId)
    assert.equal((await own.send('DELETE', `${methods}/${provider.id}`)).status, 204)
    await agree(ann)
  })

  it('is mailed when it is joined and when that ends, and nothing happens without a mail', async () => {
    const ann = await person()
    await agree(ann)
    const own = await signIn(api, ann.accountId)
    await own.send('DELETE', `${methods}/${provider.id}`)
    await agree(ann)
    const [joined, removed] = await mailsTo(ann, 3)
    assert.match(joined?.subject ?? '', /was joined with the single sign-on of “/)
    assert.match(joined?.text ?? '', /to nothing else of your account/)
    assert.match(removed?.subject ?? '', /was removed from your account/)
    const again = await signIn(api, ann.accountId)
    const more = await again.send('DELETE', `${methods}/${provider.id}`)
    assert.deepEqual([more.status, more.body.error.reason], [429, 'mail_limit_reached'])
    await api.rows('delete from account_identity where account_id = $1', [ann.accountId])
    const browser = new SamlBrowser(api)
    browser.cookies.set('__Host-lectern', (await signIn(api, ann.accountId)).secret)
    const refused = await browser.post(await bring(browser, ann.said))
    assert.equal(refused.status, 429)
    assert.match(refused.text, /changed so often today/)
    assert.deepEqual(await identitiesOf(ann), [])
    assert.equal((await mailsTo(ann, 3)).length, 3)
  })

  it('gets no mail where the provider makes the account', async () => {
    const subject = 'somebody new'
    const email = 'somebody.new@own.example'
    await proveOwn(api, 'own.example')
    const browser = new SamlBrowser(api)
    await browser.signIn(provider, idp, { subject, attributes: { email: [email] } })
    const { id } = (await sessionOf(browser).get('/user')).body
    const sent = await api.rows(
      `select 1 from pgboss.job where name = 'sign-in-methods.send-notice'
       and data::text like '%' || $1 || '%'`,
      [id],
    )
    assert.deepEqual(sent, [])
  })

  it('is not told of it as a member who was refused', async () => {
    const ann = await person()
    await agree(ann)
    await api.rows('update member set disabled = true where user_id = $1', [
      ann.accountId,
    ])
    await api.rows('delete from account_identity where account_id = $1', [ann.accountId])
    const browser = new SamlBrowser(api)
    browser.cookies.set('__Host-lectern', (await signIn(api, ann.accountId)).secret)
    const refused = await browser.post(await bring(browser, ann.said))
    assert.match(refused.text, /is suspended/)
    assert.deepEqual(await identitiesOf(ann), [])
    assert.equal((await mailsTo(ann, 1)).length, 1)
  })

  it('is unknown there once the membership has ended, however it ends', async () => {
    const directory = await connectDirectory(api)
    const path = ({ accountId }: Person) =>
      `/orgs/${api.organization}/members/${accountId}`
    const ends: ((ann: Person, bound: TestSession) => Promise<{ status: number }>)[] = [
      async (ann) => api.as('admin').delete(path(ann)),
      async (ann, bound) => bound.send('DELETE', path(ann)),
      async (ann) => directory.send('DELETE', `/Users/${ann.accountId}`),
    ]
    for (const end of ends) {
      const ann = await person()
      const bound = sessionOf(await agree(ann))
      assert.equal((await end(ann, bound)).status, 204)
      assert.deepEqual(await identitiesOf(ann), [])
      await isAskedAgain(ann)
      await agree(ann)
    }
    const ben = await person()
    await agree(ben)
    await api.rows('update member set disabled = true where user_id = $1', [
      ben.accountId,
    ])
    assert.equal((await identitiesOf(ben)).length, 1)
  })

  it('is asked even where a former membership has left something behind', async () => {
    const ann = await person()
    await agree(ann)
    await api.rows('delete from member where user_id = $1', [ann.accountId])
    await api.rows('delete from account_membership where account_id = $1', [
      ann.accountId,
    ])
    const [left] = await identitiesOf(ann)
    await isAskedAgain(ann)
    await agree(ann)
    const [renewed, ...more] = await identitiesOf(ann)
    assert.deepEqual(more, [])
    assert.ok(renewed.created_at > left.created_at)
  })

  it('does not come in by an answer that arrives while it is taken from the provider', async () => {
    const ends = [
      {
        lock: 'select from organization where $1 <> organization_id for no key update',
        deletes: ['account_identity', 'account_membership', 'member'],
      },
      {
        lock: 'select from account where id = $1 for no key update',
        deletes: ['account_identity'],
      },
    ]
    for (const { lock, deletes } of ends) {
      const ann = await person()
      await agree(ann)
      const browser = new SamlBrowser(api)
      const finish = await bring(browser, ann.said)
      const client = new Client({ connectionString: api.databaseUrl })
      await client.connect()
      try {
        // Had both waited for each other, this one would be refused, and not the sign-in.
        await client.query(`set deadlock_timeout = '10ms'`)
        await client.query('begin')
        await client.query(lock, [ann.accountId])
        const finishing = browser.get(finish)
        await sleep(300)
        for (const table of deletes) {
          const column = table === 'member' ? 'user_id' : 'account_id'
          await client.query(`delete from ${table} where ${column} = $1`, [ann.accountId])
        }
        await client.query('commit')
        assert.match((await finishing).text, /Look into your mail/)
      } finally {
        await client.end()
      }
    }
  })

  it('is unknown to a provider that was deleted, and to the one that follows it', async () => {
    const ann = await person()
    const first = await makeProvider(api, new TestIdp(idp.entityId, idp.identity))
    await agree(ann, first)
    const path = `/orgs/${api.organization}/saml/${first.id}`
    assert.equal((await api.as('admin').delete(path)).status, 204)
    assert.deepEqual(await identitiesOf(ann), [])
    const own = await signIn(api, ann.accountId)
    assert.equal((await own.get(methods)).body.items.length, 1)
    const { text } = await new SamlBrowser(api).signIn(provider, idp, ann.said)
    assert.match(text, /Look into your mail/)
  })
})

describe('the last way into an account', () => {
  it('stays, whatever an identity provider knows', async () => {
    const api = await startTestApi({ SIGN_IN_LINK: 'off' })
    try {
      const idp = new TestIdp('https://idp.example/metadata', makeIdentity())
      const { id } = await makeProvider(api, idp)
      const accountId = api.users.read
      await api.rows(
        `insert into account_identity (provider, subject, account_id, organization_id)
         values ('saml:' || $1, 'reader', $2, $3)`,
        [id, accountId, api.organization],
      )
      await api.rows(
        `insert into saml_provider (organization_id, id, label) values ($1, $2, $2)`,
        [api.otherOrganization, 'elsewhere'],
      )
      await api.rows(
        `insert into account_identity (provider, subject, account_id, organization_id)
         values ('saml:elsewhere', 'reader', $1, $2)`,
        [accountId, api.otherOrganization],
      )
      const own = await signIn(api, accountId)
      const password = 'plain words of no use'
      const { headers } = await own.send('PUT', '/user/password', { password })
      const cookie = String(headers['set-cookie']).split(';', 1).join('')
      const listed = await own.get(methods, { cookie })
      assert.deepEqual(
        listed.body.items.map((one: TestBody) => [
          one.type,
          one.isRemovable,
          one.organization?.id,
          one.provider,
        ]),
        [
          ['password', false, undefined, undefined],
          ['provider', true, api.organization, 'Acme'],
          ['provider', true, api.otherOrganization, 'elsewhere'],
        ],
      )
      const send = async (method: string) =>
        own.send('DELETE', `${methods}/${method}`, undefined, { cookie })
      const last = await send('password')
      assert.deepEqual(
        [last.status, last.body.error.reason],
        [409, 'sign_in_method_needed'],
      )
      assert.equal((await send(id)).status, 204)
    } finally {
      await api.stop()
    }
  })
})
