import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { publishingSecrets } from '#/features/publishing/site-keys/public.ts'
import { shareLinkSecrets } from '#/features/publishing/site-share-links/public.ts'
import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'
import { createSealer } from '#/platform/secrets/sealed-secret.ts'
import { runCommand } from '#test/commands/test-command.ts'
import { startTestApi, type TestApi } from '#test/test-api.ts'

const oldKey = 'the-old-key-of-the-installation-0123456789'
const newKey = 'the-new-key-of-the-installation-0123456789'
const lostKey = 'a-key-that-nobody-wrote-down-01234567890123'

describe('lectern-server secrets rotate', () => {
  let api: TestApi
  before(async () => {
    api = await startTestApi({ SECRET_KEYS: oldKey })
    await store(api.organization, 'saml', 'old', oldKey)
    await store(api.otherOrganization, 'saml', 'old', oldKey)
    await store(api.organization, 'publishing', 'fresh', newKey)
  })
  after(async () => api.stop())

  const rotate = async (keys: string) =>
    runCommand(['secrets', 'rotate'], {
      DATABASE_URL: api.databaseUrl,
      SECRET_KEYS: keys,
    })

  async function store(organization: string, name: string, plain: string, key: string) {
    const scope = organizationSecretScope(organization, name)
    const sealed = createSealer([key]).seal(plain, scope)
    await api.rows(
      `insert into organization_secret (organization_id, name, sealed) values ($1, $2, $3)
       on conflict (organization_id, name) do update set sealed = excluded.sealed`,
      [organization, name, sealed],
    )
    return sealed
  }
  async function stored(organization: string, name: string): Promise<string> {
    const [row] = await api.rows(
      'select sealed from organization_secret where organization_id = $1 and name = $2',
      [organization, name],
    )
    return row.sealed
  }

  it('seals every secret of every organization under the first key', async () => {
    const { code, stdout, stderr } = await rotate(`${newKey},${oldKey}`)
    assert.deepEqual([code, stderr], [0, ''])
    assert.equal(
      stdout,
      '2 sealed again, 1 already under the first key, 0 failed, in 2 organizations\n',
    )
    const withoutOld = createSealer([newKey])
    for (const organization of [api.organization, api.otherOrganization]) {
      const scope = organizationSecretScope(organization, 'saml')
      assert.equal(
        withoutOld.unseal(await stored(organization, 'saml'), scope).toString(),
        'old',
      )
    }
  })

  it('has nothing left to do when it is run again', async () => {
    const { code, stdout } = await rotate(`${newKey},${oldKey}`)
    assert.equal(code, 0)
    assert.match(stdout, /^0 sealed again, 3 already/)
  })

  it('covers the second factors of accounts', async () => {
    const accountId = api.users.admin
    const scope = `second_factor/${accountId}`
    const sealed = createSealer([oldKey]).seal('what codes are made of', scope)
    await api.rows(
      'insert into second_factor (account_id, sealed, used_step) values ($1, $2, 0)',
      [accountId, sealed],
    )
    const { code, stdout } = await rotate(`${newKey},${oldKey}`)
    assert.equal(code, 0)
    assert.match(stdout, /^1 sealed again, 3 already/)
    const [row] = await api.rows('select sealed from second_factor')
    const opened = createSealer([newKey]).unseal(row.sealed, scope)
    assert.equal(opened.toString(), 'what codes are made of')
    await api.rows('delete from second_factor')
  })

  it('covers the keys of sites and of their share links', async () => {
    const admin = api.as('admin')
    const sites = `/orgs/${api.organization}/sites`
    const made = await admin.post(sites, { visibility: 'visitor-auth' })
    const site = `${sites}/${made.body.id}`
    const { body: auth } = await admin.get(`${site}/publishing/auth`)
    assert.equal((await admin.post(`${site}/share-links`, { name: 'x' })).status, 201)
    const { code, stdout } = await rotate(`${newKey},${oldKey}`)
    assert.equal(code, 0)
    assert.match(stdout, /^2 sealed again, 3 already/)

    const withoutOld = createSealer([newKey])
    const [key] = await api.rows(
      'select site_id, private_key_sealed as sealed from site_publishing_auth',
    )
    const scope = publishingSecrets.scopeOf(api.organization, key.site_id)
    assert.equal(withoutOld.unseal(key.sealed, scope).toString(), auth.privateKey)
    const [link] = await api.rows(
      'select site_id, id, key_sealed as sealed from site_share_link',
    )
    const name = `${link.site_id}/${link.id}`
    const linkScope = shareLinkSecrets.scopeOf(api.organization, name)
    assert.match(
      withoutOld.unseal(link.sealed, linkScope).toString(),
      /^[0-9A-Za-z]{24}$/,
    )
    await admin.delete(site)
  })

  it('goes on past a secret it cannot open, leaves it alone and exits with 1', async () => {
    const lost = await store(api.organization, 'publishing', 'gone', lostKey)
    await store(api.otherOrganization, 'saml', 'old', oldKey)
    const { code, stdout, stderr } = await rotate(`${newKey},${oldKey}`)
    assert.equal(code, 1)
    assert.match(stdout, /^1 sealed again, 1 already under the first key, 1 failed/)
    assert.match(stderr, /publishing.*not in SECRET_KEYS.*secrets rotate/)
    assert.equal(stderr.trimEnd().split('\n').length, 1)
    assert.equal(await stored(api.organization, 'publishing'), lost)
  })

  it('never puts an old secret back while others write new ones', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `secret-${index}`)
    for (const name of names) await store(api.organization, name, 'before', oldKey)
    const rotation = rotate(`${newKey},${oldKey}`)
    const written = new Set<string>()
    const done = new AbortController()
    const ended = rotation.finally(() => done.abort())
    for (let turn = 0; !done.signal.aborted; turn = (turn + 7) % names.length) {
      const name = names[turn] ?? ''
      // A server that is not yet restarted still seals with the old key.
      await store(api.organization, name, 'after', oldKey)
      written.add(name)
    }
    assert.equal((await ended).code, 1, 'the lost secret is still there')

    const sealer = createSealer([newKey, oldKey])
    for (const name of names) {
      const scope = organizationSecretScope(api.organization, name)
      const plain = sealer.unseal(await stored(api.organization, name), scope).toString()
      assert.equal(plain, written.has(name) ? 'after' : 'before')
    }
    assert.ok(written.size > 10)
  })
})
