import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Browser } from 'playwright-core'

import {
  phpPassword,
  simpleSamlPhpIsMissing,
} from '../../server/test/sso/test-simplesamlphp.ts'
import { browserIsMissing, launchBrowser } from '../../server/test/test-browser.ts'
import {
  type Admin,
  adminWith,
  invite,
  memberIdOf,
  proveDomain,
  publishInside,
  setUpSaml,
} from './sign-in-organization.ts'
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
/** Each wait ends by itself; the story as a whole has many, and a busy machine makes all of them long. */
const storyMsMax = 900_000
const options = {
  skip: browserIsMissing || simpleSamlPhpIsMissing,
  timeout: storyMsMax,
}

/** One installation, from its first account on. Nothing is made behind its back. */
describe('people sign in', options, () => {
  let world: SignInWorld
  let browser: Browser
  let people: Record<'ada' | 'ben' | 'cid' | 'dora', Person>
  /** The first admin, with the token that their first page shows. */
  let admin: Admin
  before(async () => {
    world = await startSignInWorld()
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
    const client = world.api(await ada.page.getByLabel('Your token').inputValue())
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

    admin = await adminWith(client)
  })

  it('an invited person by the link of the invitation, and by a mailed link from then on', async () => {
    const { ben } = people
    await ben.opens(await invite(world, admin, 'ben@acme.example'))
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
    const link = await invite(world, admin, 'cid@acme.example')
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
    const { body } = await cid.asks(`/v1/orgs/${admin.organizationId}`)
    assert.equal(body.title, 'Acme')
  })

  it('somebody new by the provider of the organization, as a member of its team at once', async () => {
    const { dora } = people
    await proveDomain(world, admin, 'acme.example')
    const { client, organizationId } = admin
    const { id: teamId } = await client.call('createOrganizationTeam', {
      params: { organizationId },
      body: { title: 'Writers' },
    })
    await setUpSaml(world, admin, teamId)

    await dora.opens(`${world.own}/sso/${organizationId}`)
    await dora.sees('Sign in to Acme')
    await dora.follows('Acme Workplace')
    await signInAtSaml(dora, 'dora', phpPassword)
    await dora.sees('You are signed in')
    await dora.reads('Dora Dahl, dora@acme.example')

    const { items } = await client.call('listTeamMembersInOrganizationById', {
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
    const { client, organizationId } = admin
    const elsewhere = await ben.asks('/v1/orgs', { title: 'Elsewhere' })
    assert.equal(elsewhere.status, 201)
    await ben.signsOut()
    const userId = await memberIdOf(admin, 'ben@acme.example')
    const held = await client.call('setUserAsSSOMemberForOrganization', {
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
    const { client, organizationId } = admin
    const address = await publishInside(admin)
    await cid.signsOut()
    await cid.opens(address)
    await cid.sees('This site is for members')
    await cid.follows('Sign in')
    await cid.follows('Sign in with Staff login')
    await cid.reads('Inside only.')
    assert.equal(cid.page.url(), address)

    const userId = await memberIdOf(admin, 'cid@acme.example')
    await client.call('removeMemberFromOrganizationById', {
      params: { organizationId, userId },
    })
    await sleep(outMs)
    await cid.opens(address)
    await cid.sees('This site is for members')
    await cid.reads('That is no member of the organization')
    assert.ok(!(await cid.page.content()).includes('Inside only'))
    assert.ok(cid.page.url().startsWith(world.own))
  })
})
