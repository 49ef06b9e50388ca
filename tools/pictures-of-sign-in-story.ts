import path from 'node:path'

import {
  type Admin,
  adminWith,
  invite,
  memberIdOf,
  publishInside,
  setUpSaml,
} from '../sites/test/sign-in-organization.ts'
import {
  agreeAtOidc,
  openPerson,
  type Person,
  signInAtSaml,
} from '../sites/test/sign-in-person.ts'
import { type SignInWorld, startSignInWorld } from '../sites/test/sign-in-world.ts'
import { phpPassword } from '../server/test/sso/test-simplesamlphp.ts'
import { type Browser, launchBrowser } from '../server/test/test-browser.ts'
import { hideScrollbars } from './hide-scrollbars.ts'

/** Takes more of docs/pictures/sign-in-*.png: how people come in, from the first link to a site for members. */
const folder = path.resolve(import.meta.dirname, '../docs/pictures')
const password = 'plain words of no use'
const ben = 'ben@acme.example'

const world = await startSignInWorld()
const browser = await launchBrowser()
try {
  await takeAll(world, browser)
} finally {
  await browser.close()
  await world.stop()
}

async function takeAll(at: SignInWorld, by: Browser): Promise<void> {
  const somebody = async () =>
    openPerson(by, at.own, {
      viewport: { width: 900, height: 640 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    })
  const admin = await begin(at, await somebody())
  await beInvited(at, admin, await somebody())
  const outsider = await somebody()
  await comeWithProvider(at, outsider)
  await setUpSaml(at, admin)
  const site = await publishInside(admin)
  await comeToSite(site, await somebody(), outsider)
  await beHeld(at, admin, await somebody())
}

/** The first admin, by the link of the command. */
async function begin(at: SignInWorld, ada: Person): Promise<Admin> {
  const words = ['--email', 'ada@acme.example', '--organization', 'Acme']
  await ada.opens(await at.command('admin', 'create', ...words))
  await ada.types({ 'Your name': 'Ada Archer' })
  await ada.presses('Confirm')
  await ada.sees('Your account is ready')
  const token = await ada.page.getByLabel('Your token').inputValue()
  await showForEverybody(ada, token, at.own)
  await take(ada, 'sign-in-token')
  return adminWith(at.api(token))
}

/** The page has a secret in it, and the address of this very instance. */
async function showForEverybody(
  { page }: Person,
  token: string,
  own: string,
): Promise<void> {
  const shown = `lec_u_${'…'.repeat(token.length - 'lec_u_'.length)}`
  const example = await page.getByLabel('Try it in a terminal').inputValue()
  for (const [label, text] of [
    ['Your token', shown],
    [
      'Try it in a terminal',
      example.replace(token, shown).replace(own, 'https://docs-api.example.com'),
    ],
  ] as const) {
    await page
      .getByLabel(label)
      .evaluate((field, value) => Object.assign(field, { value }), text)
  }
}

async function beInvited(at: SignInWorld, admin: Admin, person: Person): Promise<void> {
  await person.opens(await invite(at, admin, ben))
  await person.sees('Join Acme')
  await take(person, 'sign-in-invited')
  await person.types({ 'Your name': 'Ben Berg' })
  await person.presses('Open account and join')
  await person.follows('Choose how you sign in from now on')
  await person.types({ 'New password': password })
  await person.presses('Set password')
  await person.sees('Change your password')
  await person.signsOut()
  await person.follows('Sign in')
  await person.types({ 'Your mail address': ben })
  await person.presses('Mail me a link')
  await person.sees('Look into your mail')
  await take(person, 'sign-in-mailed')
  await invite(at, admin, 'cid@acme.example')
}

async function comeWithProvider(at: SignInWorld, person: Person): Promise<void> {
  await person.opens(`${at.own}/~sign-in`)
  await take(person, 'sign-in-providers')
  await person.follows('Sign in with Staff login')
  await agreeAtOidc(person, 'cid')
  await person.sees('Which account is yours?')
  await take(person, 'sign-in-which-account')
  await person.presses('Open an account')
  await person.sees('You are signed in')
}

async function comeToSite(site: string, nobody: Person, outsider: Person): Promise<void> {
  await nobody.opens(site)
  await nobody.sees('This site is for members')
  await take(nobody, 'sign-in-site')
  await outsider.opens(site)
  await outsider.reads('That is no member of the organization')
  await take(outsider, 'sign-in-site-refused')
}

/** A member who has to come through the provider of the organization. */
async function beHeld(at: SignInWorld, admin: Admin, person: Person): Promise<void> {
  const { client, organizationId } = admin
  const userId = await memberIdOf(admin, ben)
  await client.call('setUserAsSSOMemberForOrganization', {
    params: { organizationId, userId },
  })
  await person.opens(`${at.own}/~sign-in`)
  await person.types({ 'Your mail address': ben, 'Your password': password })
  await person.presses('Sign in')
  await person.sees('You are signed in')
  await take(person, 'sign-in-done')
  await person.follows('Go on to the single sign-on of Acme')
  await person.follows('Acme Workplace')
  await signInAtSaml(person, 'ben', phpPassword)
  await person.reads('Acme says that you are ben@acme.example.')
  await take(person, 'sign-in-agree')
}

async function take({ page }: Person, name: string): Promise<void> {
  await hideScrollbars(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({
      path: path.join(folder, `${name}-${colorScheme}.png`),
      animations: 'disabled',
      caret: 'hide',
      fullPage: true,
    })
  }
  process.stdout.write(`Took docs/pictures/${name}-{light,dark}.png\n`)
}
