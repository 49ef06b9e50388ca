import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { proveOwn } from '#test/organizations/prove-domains.ts'
import { makeIdentity } from '#test/sso/test-certificates.ts'
import { encryptedAssertion, type Encrypting } from '#test/sso/test-encryption.ts'
import { type Saying, TestIdp } from '#test/sso/test-idp.ts'
import { answerOfSamlp } from '#test/sso/test-samlp.ts'
import {
  makeProvider,
  pathOf,
  SamlBrowser,
  type TestProvider,
} from '#test/sso/test-saml-browser.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const twice = (_said: Saying, xml: string) => xml + xml
const renamed = (_said: Saying, signed: string) =>
  signed.replaceAll(/person(\d+)@/g, 'evil$1@')

/** The text with one character of it changed. */
function changed(xml: string, where: RegExp): string {
  const next = xml.replace(
    where,
    (_all, head: string, one: string) => head + (one === 'A' ? 'B' : 'A'),
  )
  assert.notEqual(next, xml)
  return next
}

describe('an assertion that an identity provider encrypts', () => {
  let api: TestApi
  let provider: TestProvider
  let certificate: string
  const idp = new TestIdp()
  let people = 0
  before(async () => {
    api = await startTestApi()
    await proveOwn(api, 'idp.example')
    provider = await makeProvider(api, idp, { encryption: true })
    certificate = await certificateOf(provider)
  })
  after(async () => api.stop())

  const signs = (said: Saying) => idp.sign(idp.assertion(said), said.assertionId)
  const pathOfProvider = ({ id }: TestProvider) => `/orgs/${api.organization}/saml/${id}`

  async function certificateOf(of: TestProvider): Promise<string> {
    const { body } = await api.as('admin').get(pathOfProvider(of))
    return body.service.encryptionCertificate
  }

  interface Made extends Encrypting {
    readonly inside?: (said: Saying, signed: string) => string
    readonly around?: (said: Saying, encrypted: string) => string
    readonly signer?: TestIdp
    readonly certificate?: string
    readonly isResponseSigned?: boolean
    readonly at?: TestProvider
  }

  /** What comes of an answer whose assertion is encrypted. */
  async function bring({
    inside = (_said, signed) => signed,
    around = (_said, encrypted) => encrypted,
    signer = idp,
    certificate: key = certificate,
    isResponseSigned = false,
    at = provider,
    ...how
  }: Made = {}) {
    people += 1
    const browser = new SamlBrowser(api)
    const inResponseTo = await browser.begin(at)
    const { acsURL, entityID: audience } = at
    const email = `person${people}@idp.example`
    const said = idp.says(
      { acsURL, audience, inResponseTo },
      { subject: email, attributes: { email: [email] } },
    )
    const signed = signer.sign(idp.assertion(said), said.assertionId)
    const encrypted = encryptedAssertion(inside(said, signed), key, how)
    const plain = idp.response(said, around(said, encrypted))
    const whole = isResponseSigned ? idp.sign(plain, said.responseId) : plain
    const brought = await browser.bring(new URL(acsURL).pathname, whole)
    return brought.status === 303 ? browser.get(pathOf(brought)) : brought
  }

  async function isTaken(name: string, made?: Made): Promise<void> {
    const { status, text } = await bring(made)
    assert.equal(status, 303, `${name}: ${text}`)
  }

  async function isRefused(name: string, words: RegExp, made: Made): Promise<void> {
    const { status, text } = await bring(made)
    assert.equal(status, 403, name)
    assert.match(text, words, name)
  }

  it('is taken by AES-GCM with RSA-OAEP, in an answer that is signed or not', async () => {
    await isTaken('as it is')
    await isTaken('128 bits', { cipher: 'aes-128-gcm' })
    await isTaken('in a signed answer', { isResponseSigned: true })
    await isTaken('a key beside it', { isBeside: true, isResponseSigned: true })
    await isTaken('with a declaration', {
      inside: (_said, signed) => `<?xml version="1.0" encoding="UTF-8"?>\n${signed}`,
    })
    const plain = await new SamlBrowser(api).signIn(provider, idp, {
      subject: 'plain',
      attributes: { email: ['plain@idp.example'] },
    })
    assert.equal(plain.status, 303, plain.text)
  })

  it('is taken from another implementation', async () => {
    for (const options of [{}, { signResponse: true }]) {
      people += 1
      const browser = new SamlBrowser(api)
      const begun = await browser.open(`/sso/saml/${provider.id}/start`)
      const asked = new URL(begun.headers.location ?? '').searchParams.get('SAMLRequest')
      const email = `person${people}@idp.example`
      const xml = await answerOfSamlp({
        identity: idp.identity,
        issuer: idp.entityId,
        audience: provider.entityID,
        acsURL: provider.acsURL,
        request: asked ?? '',
        subject: email,
        claims: { email, displayName: 'Ann Archer' },
        options: {
          ...options,
          encryptionCert: certificate,
          encryptionPublicKey: certificate,
        },
      })
      assert.ok(xml.includes('EncryptedAssertion') && !xml.includes(email))
      const brought = await browser.bring(new URL(provider.acsURL).pathname, xml)
      assert.equal(brought.status, 303, brought.text)
      assert.equal((await browser.get(pathOf(brought))).status, 303)
    }
  })

  it('is refused for another key, and by any other algorithm', async () => {
    const other = makeIdentity()
    const key = /encrypted its assertion for another key/
    await isRefused('another key', key, { certificate: other.certificate })
    await isRefused('a changed text', key, {
      around: (_said, xml) =>
        changed(xml, /(<xenc:CipherValue>.{40})(.)(?=[^]*EncryptedData>)/),
    })
    const way = /encrypts in a way that is not accepted/
    for (const how of [
      { cipher: 'aes-128-cbc' },
      { cipher: 'aes-256-cbc' },
      { transport: 'pkcs1' },
      { hash: 'sha256' },
      { said: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' },
      { said: '' },
    ] as const) {
      await isRefused(JSON.stringify(how), way, how)
      await isRefused(JSON.stringify(how), way, { ...how, isResponseSigned: true })
    }
    // What says to be GCM is nothing else.
    const said = 'http://www.w3.org/2009/xmlenc11#aes256-gcm'
    await isRefused('CBC that says to be GCM', key, { cipher: 'aes-256-cbc', said })
  })

  it('is refused without a good signature of its own, also in a signed answer', async () => {
    const form = /not built as it should be/
    const foreign = new TestIdp(idp.entityId)
    for (const isResponseSigned of [false, true]) {
      const inside = (said: Saying) => idp.assertion(said)
      await isRefused('unsigned', form, { inside, isResponseSigned })
      const signature = /signature of the identity provider does not fit/
      await isRefused('by another', signature, { signer: foreign, isResponseSigned })
      await isRefused('changed', signature, { inside: renamed, isResponseSigned })
    }
    const { status, text } = await bring({
      isResponseSigned: true,
      inside: (said, signed) => signed.replace(said.audience, `${said.audience}x`),
    })
    assert.equal(status, 403)
    assert.match(text, /signature of the identity provider does not fit/)
  })

  it('is the only one, and holds nothing but itself', async () => {
    const form = /not built as it should be/
    const unread = /could not be read/
    await isRefused('two', form, { around: twice })
    await isRefused('a plain one besides', form, {
      around: (said, xml) => idp.sign(idp.assertion(said), said.assertionId) + xml,
    })
    await isRefused('one within', form, {
      inside: (said, signed) =>
        signed.replace(
          '</saml:Subject>',
          `${idp.assertion({ ...said, assertionId: '_x' })}</saml:Subject>`,
        ),
    })
    await isRefused('another element', form, {
      inside: (said, signed) => idp.response({ ...said, responseId: '_y' }, signed),
    })
    await isRefused('one id twice', form, {
      inside: (said) => {
        const same = { ...said, assertionId: said.responseId }
        return idp.sign(idp.assertion(same), same.assertionId)
      },
    })
    await isRefused('encrypted again', /encrypt|not built/, {
      inside: (_said, signed) => encryptedAssertion(signed, certificate),
    })
    await isRefused('a comment', unread, {
      inside: (_said, signed) => signed.replace('@idp.example', '@idp.example<!-- -->'),
    })
    await isRefused('types', unread, {
      inside: (_said, signed) => `<!DOCTYPE a [<!ENTITY b "c">]>${signed}`,
    })
    await isRefused('no XML', unread, { inside: () => 'nothing of the kind' })
    await isRefused('a second root', unread, {
      inside: (_said, signed) => signed + signed,
    })
  })

  it('is what it says: request, time and audience count as in any other', async () => {
    const tries: [Partial<Saying>, RegExp][] = [
      [{ audience: 'https://other.example' }, /the audience differs/],
      [{ issuer: 'https://other.example' }, /the entity ids differ/],
      [{ confirmedUntilMs: Date.now() - 120_000 }, /not valid at this time/],
      [{ inResponseTo: '_other' }, /belongs to no sign-in/],
    ]
    for (const [wrong, words] of tries) {
      const inside = (said: Saying) => signs({ ...said, ...wrong })
      await isRefused(JSON.stringify(wrong), words, { inside, isResponseSigned: true })
    }
  })

  it('is for a key of the provider alone, which can be replaced and taken away', async () => {
    const own = await makeProvider(api, idp, { encryption: true })
    const path = pathOfProvider(own)
    const admin = api.as('admin')
    const first = await certificateOf(own)
    assert.notEqual(first, certificate)
    await isRefused('for another provider', /for another key/, { at: own })
    await isTaken('for it', { at: own, certificate: first })

    const metadata = await new SamlBrowser(api).get(`/sso/saml/${own.id}/metadata`)
    const bare = first.replaceAll(/-----[^-]*-----|\s/g, '')
    assert.ok(metadata.text.includes('use="encryption"') && metadata.text.includes(bare))

    const kept = await admin.patch(path, { label: 'Other', encryption: true })
    assert.equal(kept.body.service.encryptionCertificate, first)
    const renewed = await admin.patch(path, { newEncryptionKey: true })
    const second = renewed.body.service.encryptionCertificate
    assert.notEqual(second, first)
    for (const key of [first, second]) {
      await isTaken('either', { at: own, certificate: key })
    }
    await admin.patch(path, { newEncryptionKey: true })
    await isTaken('the one before', { at: own, certificate: second })
    await isRefused('the one before that', /for another key/, {
      at: own,
      certificate: first,
    })

    const off = await admin.patch(path, { encryption: false })
    assert.equal(off.body.encryption, false)
    assert.equal(off.body.service.encryptionCertificate, undefined)
    await isRefused('no key', /has no key for them/, { at: own, certificate: second })
    await admin.patch(path, { newEncryptionKey: true })
    assert.equal(await certificateOf(own), undefined)
    await admin.patch(path, { encryption: true })
    await admin.delete(path)
    const left = await api.rows(
      `select name from organization_secret where name like 'saml-provider/%'`,
    )
    assert.deepEqual(left, [{ name: `saml-provider/${provider.id}` }])
  })

  it('is for a key that nobody is shown', async () => {
    const { text } = await new SamlBrowser(api).get(`/sso/saml/${provider.id}/metadata`)
    const { body } = await api.as('admin').get(pathOfProvider(provider))
    const rows = await api.rows(
      `select details::text as text from audit_event where target_id = $1
       union all select sealed from organization_secret
       where name = 'saml-provider/' || $1`,
      [provider.id],
    )
    const shown = [text, JSON.stringify(body), ...rows.map((row) => row.text)].join('\n')
    assert.doesNotMatch(shown, /PRIVATE/)
    assert.ok(rows.length >= 2)
  })
})
