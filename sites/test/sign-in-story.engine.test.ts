import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Client } from '@lectern/contract/client.ts'
import type { Browser } from 'playwright-core'

import { until } from '../../server/test/database/test-until.ts'
import {
  phpPassword,
  simpleSamlPhpIsMissing,
} from '../../server/test/sso/test-simplesamlphp.ts'
import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import {
  agreeAtOidc,
  answerForOwner,
  openPerson,
  type Person,
  signInAtSaml,
} from './sign-in-person.ts'
import { type SignInWorld, startSignInWorld } from './sign-in-world.ts'

const passwords = { ada: 'plain words of no use', ben: 'other words of no use' }
/** Whoever is removed is out within this time. */
const outMs = 1000
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
/** What SimpleSAMLphp is told about the organization. */
const samlOptions = {
  NameIDFormat: persistent,
  'simplesaml.nameidattribute': 'uid',
  'saml20.sign.assertion': true,
}
/** What the provider of the installation says of its people, and that of the organization of its own. */
const known = {
  atOidc: { cid: { email: 'cid@acme.example', email_verified: true, name: 'Cid' } },
  atSaml: [
    ['dora', 'dora@acme.example', 'Dora Dahl'],
    ['ben', 'ben@acme.example', 'Ben Berg'],
  ].map(([name = '', mail = '', shown = '']) => ({
    name,
    attributes: { uid: [name], mail: [mail], displayName: [shown] },
  })),
}

/** One installation, from its first account on. Nothing is made behind its back. */
describe('people sign in', { skip: browserIsMissing || simpleSamlPhpIsMissing }, () => {
  let world: SignInWorld
  let browser: Browser
  let people: Record<'ada' | 'ben' | 'cid' | 'dora', Person>
  /** The first admin, with the token that their first page shows. */
  let admin: Client
  let organizationId = ''
  before(async () => {
    world = await startSignInWorld(known)
    browser = await launchBrowser()
    const { own } = world
    people = {
      ada: await openPerson(browser, own),
      ben: await openPerson(browser, own),
      cid: await openPerson(browser, own),
      dora: await openPerson(browser, own),
    }
  })
  after(async () => {
    await browser?.close()
    await world?.stop()
  })

  const inOrganization = () => ({ params: { organizationId } })

  async function invite(email: string): Promise<string> {
    const body = { emails: [email], role: 'edit' as const }
    const { invited } = await admin.call('inviteUsersToOrganization', {
      ...inOrganization(),
      body,
    })
    assert.equal(invited, 1)
    return world.linkFor(email, 'Join “Acme”')
  }

  async function idOf(email: string): Promise<string> {
    const { items } = await admin.call('listMembersInOrganizationById', inOrganization())
    const found = items.find(({ user }) => user.email === email)
    assert.ok(found !== undefined, email)
    return found.user.id
  }

  it('the first admin by the link of a command, and by a passkey from then on', async () => {
    const { ada } = people
    await answerForOwner(ada.page)
    const words = ['--email', 'ada@acme.example', '--organization', 'Acme']
    const link = await world.command('admin', 'create', ...words)
    await ada.opens(link)
    await ada.sees('Welcome to Lectern')
    await ada.types({ 'Your name': 'Ada Archer' })
    await ada.presses('Confirm')
    await ada.sees('Your account is ready')
    admin = world.api(await ada.page.getByLabel('Your token').inputValue())
    await ada.follows('Choose how you sign in from now on')
    await ada.sees('How you sign in')
    await ada.types({ 'New password': passwords.ada })
    await ada.presses('Set password')
    await ada.sees('Change your password')
    await ada.presses('Add a passkey')
    await ada.sees(/^A passkey, /)
    await ada.follows('Back')
    await ada.signsOut()
    await ada.follows('Sign in')
    await ada.presses('Sign in with a passkey')
    await ada.sees('You are signed in')
    await ada.reads('Ada Archer, ada@acme.example')
    const { status, body } = await ada.asks('/v1/user/session')
    assert.deepEqual([status, body.way], [200, 'passkey'])

    const { items } = await admin.call('listOrganizationsForAuthenticatedUser')
    assert.deepEqual(
      items.map(({ title }) => title),
      ['Acme'],
    )
    organizationId = items[0]?.id ?? ''
  })

  it('an invited person by the link of the invitation, and by a mailed link from then on', async () => {
    const { ben } = people
    await ben.opens(await invite('ben@acme.example'))
    await ben.sees('Join Acme')
    await ben.reads('Ada Archer invites you to join Acme on Lectern.')
    await ben.types({ 'Your name': 'Ben Berg' })
    await ben.presses('Open account and join')
    await ben.sees('You are a member of Acme')
    await ben.follows('Choose how you sign in from now on')
    await ben.types({ 'New password': passwords.ben })
    await ben.presses('Set password')
    await ben.sees('Change your password')
    await ben.follows('Back')
    await ben.signsOut()

    await ben.follows('Sign in')
    await ben.types({ 'Your mail address': 'ben@acme.example' })
    await ben.presses('Mail me a link')
    await ben.sees('Look into your mail')
    await ben.opens(await world.linkFor('ben@acme.example', 'Sign in to Lectern'))
    await ben.reads('Ben Berg, ben@acme.example')
    await ben.presses('Sign in')
    await ben.sees('You are signed in')
    const { body } = await ben.asks('/v1/user/session')
    assert.equal(body.way, 'link')
  })

  it('a person by the provider of the installation, which opens the account too', async () => {
    const { cid } = people
    const link = await invite('cid@acme.example')
    await cid.opens(`${world.own}/~sign-in`)
    await cid.follows('Sign in with Staff login')
    await agreeAtOidc(cid, 'cid')
    await cid.sees('Which account is yours?')
    await cid.presses('Open an account')
    await cid.sees('You are signed in')
    await cid.reads('Cid, cid@acme.example')

    await cid.opens(link)
    await cid.sees('Join Acme')
    await cid.presses('Join')
    await cid.sees('You are a member of Acme')
    await cid.opens(`${world.own}/~sign-in`)
    await cid.signsOut()
    await cid.follows('Sign in')
    await cid.follows('Sign in with Staff login')
    await cid.sees('You are signed in')
    const { body } = await cid.asks(`/v1/orgs/${organizationId}`)
    assert.equal(body.title, 'Acme')
  })

  it('somebody new by the provider of the organization, as a member of its team at once', async () => {
    const { dora } = people
    await proveDomain('acme.example')
    const team = await admin.call('createOrganizationTeam', {
      ...inOrganization(),
      body: { title: 'Writers' },
    })
    const teamId = team.id
    const { saml } = world
    const made = await admin.call('createOrganizationSAMLProvider', {
      ...inOrganization(),
      body: {
        label: 'Acme Workplace',
        entityID: saml.entityId,
        ssoURL: saml.ssoURL,
        certificate: saml.identity.certificate,
        defaultRole: 'read',
        defaultTeam: teamId,
      },
    })
    assert.equal(made.status, 'active')
    const { entityID, acsURL } = made.service
    await saml.serve([{ entityID, acsURL, options: samlOptions }])

    await dora.opens(`${world.own}/sso/${organizationId}`)
    await dora.sees('Sign in to Acme')
    await dora.follows('Acme Workplace')
    await signInAtSaml(dora, 'dora', phpPassword)
    await dora.sees('You are signed in')
    await dora.reads('Dora Dahl, dora@acme.example')

    const { items } = await admin.call('listTeamMembersInOrganizationById', {
      params: { organizationId, teamId },
    })
    assert.deepEqual(
      items.map(({ organization }) => organization.user.email),
      ['ada@acme.example', 'dora@acme.example'],
    )
    const { body } = await dora.asks(`/v1/orgs/${organizationId}/teams`)
    assert.deepEqual(
      body.items.map(({ title }: { title: string }) => title),
      ['Writers'],
    )
  })

  it('a member who must come through the organization’s provider is told so, and reaches the rest', async () => {
    const { ben } = people
    const elsewhere = await ben.asks('/v1/orgs', { title: 'Elsewhere' })
    assert.equal(elsewhere.status, 201)
    await ben.signsOut()
    const userId = await idOf('ben@acme.example')
    const held = await admin.call('setUserAsSSOMemberForOrganization', {
      params: { organizationId, userId },
    })
    assert.equal(held.sso, true)

    await ben.follows('Sign in')
    await ben.types({
      'Your mail address': 'ben@acme.example',
      'Your password': passwords.ben,
    })
    await ben.presses('Sign in')
    await ben.sees('You are signed in')
    const refused = await ben.asks(`/v1/orgs/${organizationId}`)
    assert.deepEqual([refused.status, refused.body.error.reason], [403, 'sso_required'])
    const reached = await ben.asks(`/v1/orgs/${elsewhere.body.id}`)
    assert.deepEqual([reached.status, reached.body.title], [200, 'Elsewhere'])

    await ben.reads('Acme wants you to sign in with its single sign-on.')
    await ben.follows('Go on to the single sign-on of Acme')
    await ben.sees('Sign in to Acme')
    await ben.follows('Acme Workplace')
    await signInAtSaml(ben, 'ben', phpPassword)
    await ben.reads('Acme says that you are ben@acme.example.')
    await ben.presses('Go on')
    await ben.sees('You are signed in')
    const opened = await ben.asks(`/v1/orgs/${organizationId}`)
    assert.deepEqual([opened.status, opened.body.title], [200, 'Acme'])
    const hidden = await ben.asks(`/v1/orgs/${elsewhere.body.id}`)
    assert.equal(hidden.status, 404)
  })

  it('a member reads an internal site on the way, until the membership ends', async () => {
    const { cid } = people
    const address = await publishForMembers()
    await cid.signsOut()
    await cid.opens(address)
    await cid.sees('This site is for members')
    await cid.follows('Sign in')
    await cid.follows('Sign in with Staff login')
    await cid.reads('Inside only.')
    assert.equal(cid.page.url(), address)

    const userId = await idOf('cid@acme.example')
    await admin.call('removeMemberFromOrganizationById', {
      params: { organizationId, userId },
    })
    await sleep(outMs)
    await cid.opens(address)
    await cid.sees('This site is for members')
    await cid.reads('That is no member of the organization')
    assert.ok(!(await cid.page.content()).includes('Inside only'))
    assert.ok(cid.page.url().startsWith(world.own))
  })

  /** A site of one page; gives its address. */
  async function publishForMembers(): Promise<string> {
    const space = await admin.call('createSpace', {
      ...inOrganization(),
      body: { title: 'Handbook', editMode: 'live', empty: true },
    })
    await admin.call('updateSpaceContent', {
      params: { spaceId: space.id },
      body: {
        changes: [
          {
            operation: 'insert_page',
            title: 'Start',
            document: { markdown: 'Inside only.' },
          },
        ],
      },
    })
    const { id: siteId } = await admin.call('createSite', {
      ...inOrganization(),
      body: { title: 'Handbook', visibility: 'visitor-auth', spaces: [space.id] },
    })
    const params = { organizationId, siteId }
    await admin.call('updateSitePublishingAuthById', {
      params,
      body: { signIn: 'members' },
    })
    const { urls } = await admin.call('publishSite', { params })
    assert.ok(urls.published !== undefined)
    return urls.published
  }

  /** The owner of a mail domain agrees that the organization lets in who is there. */
  async function proveDomain(domain: string): Promise<void> {
    const record = { TXT: [`lectern-organization=${organizationId}`] }
    world.dns.zone.set(`_lectern-challenge.${domain}`, record)
    const body = { emailDomains: [domain] }
    await admin.call('updateOrganizationById', { ...inOrganization(), body })
    const caller = { params: { emailDomain: domain } }
    await until(`${domain} is proven`, async () => {
      const found = await admin.call('getOrganizationsForEmailDomain', caller)
      return found.organizations.length > 0 || undefined
    })
  }
})
