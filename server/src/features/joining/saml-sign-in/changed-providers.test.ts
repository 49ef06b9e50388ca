import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { type RunningWorker, startWorker } from '#/start/worker.ts'
import { mailsIn } from '#test/invites/test-mails.ts'
import { proveOwn } from '#test/organizations/prove-domains.ts'
import { recordStatement } from '#test/recorded-statements.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { TestIdp } from '#test/sso/test-idp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const former = makeIdentity()
const next = makeIdentity()

describe('a sign-in that is under way while the settings of its provider change', () => {
  let api: TestApi
  let worker: RunningWorker
  const idp = new TestIdp('https://idp.example/metadata', former)
  let people = 0
  before(async () => {
    api = await startTestApi()
    worker = await startWorker(api.services.config, { onStatement: recordStatement })
    await proveOwn(api, 'idp.example')
  })
  after(async () => {
    await worker.stop()
    await api.stop()
  })

  function answerTo({ acsURL, entityID: audience }: TestProvider, inResponseTo: string) {
    people += 1
    const email = [`person${people}@idp.example`]
    const said = { subject: `person ${people}`, attributes: { email } }
    return idp.answer(idp.says({ acsURL, audience, inResponseTo }, said))
  }

  /** A browser whose answer was taken, and where it goes on. */
  async function brought(provider: TestProvider) {
    const browser = new SamlBrowser(api)
    const xml = answerTo(provider, await browser.begin(provider))
    const finish = pathOf(await browser.bring(new URL(provider.acsURL).pathname, xml))
    return { browser, finish }
  }

  const pathOfProvider = ({ id }: TestProvider) => `/orgs/${api.organization}/saml/${id}`

  async function goOn({ browser, finish }: Awaited<ReturnType<typeof brought>>) {
    const { status, text } = await browser.get(finish)
    const isIn = (browser.cookies.get('__Host-lectern') ?? '') !== ''
    assert.equal(isIn, status === 303, text)
    return isIn
  }

  it('ends with a certificate that is taken out, another entity id, and the provider', async () => {
    const ways = {
      certificate: { certificate: next.certificate },
      'no certificate': { certificate: '' },
      'entity id': { entityID: 'https://other.example' },
      provider: undefined,
    }
    for (const [name, changes] of Object.entries(ways)) {
      const provider = await makeProvider(api, idp)
      const answered = await brought(provider)
      const waiting = new SamlBrowser(api)
      const xml = answerTo(provider, await waiting.begin(provider))
      const other = await makeProvider(api, idp)
      const elsewhere = await brought(other)
      const path = pathOfProvider(provider)
      const { status } =
        changes === undefined
          ? await api.as('admin').delete(path)
          : await api.as('admin').patch(path, changes)
      assert.ok(status < 300, name)
      // As before: the answer is as good as it was, only its sign-in has ended.
      await api.as('admin').patch(path, {
        certificate: former.certificate,
        entityID: idp.entityId,
      })
      assert.equal(await goOn(answered), false, name)
      const late = await waiting.bring(new URL(provider.acsURL).pathname, xml)
      assert.equal(late.status, changes === undefined ? 404 : 403, name)
      assert.equal(await goOn(elsewhere), true, `${name} of another provider`)
    }
  })

  it('goes on when nothing changes of what the provider is trusted by', async () => {
    const provider = await makeProvider(api, idp)
    for (const changes of [
      { label: 'Other' },
      { defaultRole: 'read' },
      { certificate: `${former.certificate}${next.certificate}` },
      { ssoURL: 'https://idp.example/elsewhere' },
    ]) {
      const answered = await brought(provider)
      await api.as('admin').patch(pathOfProvider(provider), changes)
      assert.equal(await goOn(answered), true, Object.keys(changes).join(' '))
    }
  })

  it('is not finished by a link that was mailed before', async () => {
    const provider = await makeProvider(api, idp)
    const browser = new SamlBrowser(api)
    const said = {
      subject: 'elsewhere',
      attributes: { email: ['ann@elsewhere.example'] },
    }
    const reply = await browser.signIn(provider, idp, said)
    assert.match(reply.text, /Look into your mail/)
    const [mail] = await mailsIn(api.mailFolder, 1)
    const link = /\/sso\/saml\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    assert.match((await browser.get(link)).text, /This address has no/)
    await api
      .as('admin')
      .patch(pathOfProvider(provider), { certificate: next.certificate })
    assert.equal((await browser.get(link)).status, 403)
    assert.equal((await browser.post(link)).status, 403)
  })

  /** Does something while an admin is about to change the providers of the organization. */
  async function during<Result>(
    act: () => Promise<Result>,
    change: (client: Client) => Promise<unknown>,
  ): Promise<Result> {
    const client = new Client({ connectionString: api.databaseUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query(
        `select from organization where organization_id = $1 for no key update`,
        [api.organization],
      )
      const acting = act()
      await sleep(300)
      await change(client)
      await client.query('commit')
      return await acting
    } finally {
      await client.end()
    }
  }

  it('is not answered by settings that change while the answer is looked at', async () => {
    const provider = await makeProvider(api, idp)
    for (const [column, value] of [
      ['certificate', next.certificate],
      ['entity_id', 'https://other.example'],
      ['sso_url', null],
    ] as const) {
      const browser = new SamlBrowser(api)
      const xml = answerTo(provider, await browser.begin(provider))
      const reply = await during(
        async () => browser.bring(new URL(provider.acsURL).pathname, xml),
        async (client) =>
          client.query(`update saml_provider set ${column} = $1 where id = $2`, [
            value,
            provider.id,
          ]),
      )
      assert.equal(reply.status, 403, column)
      await api.rows(
        `update saml_provider set certificate = $1, entity_id = $2, sso_url = $3
         where id = $4`,
        [former.certificate, idp.entityId, 'https://idp.example/sso', provider.id],
      )
    }
  })

  it('waits for a change that is being made, and neither stands in the way of the other', async () => {
    const provider = await makeProvider(api, idp)
    const answered = await brought(provider)
    const isIn = await during(
      async () => goOn(answered),
      async (client) => {
        // Had both waited for each other, this one would be refused, and not the sign-in.
        await client.query(`set deadlock_timeout = '10ms'`)
        await client.query('delete from saml_request where provider_id = $1', [
          provider.id,
        ])
      },
    )
    assert.equal(isIn, false)
  })
})
