import type { View } from '#/features/joining/page-words/public.ts'
import { viewFailure } from '#/features/joining/page-words/failure-view.ts'
import * as emailChange from '#/features/joining/email-change/email-change-page-views.ts'
import * as firstRun from '#/features/joining/first-run/first-run-view.ts'
import * as provider from '#/features/joining/provider-sign-in/provider-view.ts'
import * as sso from '#/features/joining/saml-sign-in/saml-sign-in-view.ts'
import * as code from '#/features/joining/sign-in/code-view.ts'
import * as methods from '#/features/joining/sign-in/methods-view.ts'
import * as factor from '#/features/joining/sign-in/second-factor-view.ts'
import * as signIn from '#/features/joining/sign-in/sign-in-view.ts'
import * as signedIn from '#/features/joining/sign-in/signed-in-view.ts'
import * as signUp from '#/features/joining/sign-up/sign-up-view.ts'
import * as site from '#/features/joining/site-sign-in/site-sign-in-view.ts'
import * as welcome from '#/features/joining/welcome/welcome-view.ts'
import { words } from '#/features/joining/page-words/words.ts'

/** Values that pages show as they are; none of them is a text of ours. */
export const values = {
  name: 'Noor Haddad',
  email: 'noor.haddad@people.example',
  organization: 'Quartz Harbour',
  provider: 'Workplace',
  device: 'Chrome on Linux',
  url: 'http://localhost:4000',
  path: '/o/quartz',
  secret: 'JBSWY3DPEHPK3PXP',
  token: 'lec_0000000000000000000000000000000000000000000',
  day: '2026-03-01T10:00:00.000Z',
}

const { name, email, organization, url, path: to } = values
const person = { displayName: name, email }
const config = {
  PUBLIC_URL: url,
  SIGN_IN_LINK: true,
  SIGN_IN_PASSWORD: true,
  SIGN_IN_PASSKEY: true,
  SIGN_IN_PROVIDERS: [
    {
      kind: 'google' as const,
      id: 'google',
      issuer: 'https://accounts.example',
      trustsEmail: false,
      label: values.provider,
      clientId: 'id',
      clientSecret: 'secret',
    },
  ],
} satisfies Parameters<typeof signIn.viewSignIn>[0]['config']

type Views<Module> = {
  readonly [
    Name in keyof Module as Name extends `view${string}` ? Name : never
  ]: Readonly<Record<string, View>>
}

const invite = {
  organizationId: 'organization',
  inviteId: 'invite',
  inviterName: name,
  email,
  expiresAt: values.day,
  needsSso: false,
  organizationTitle: organization,
}
const accountAccepted = {
  organizationTitle: undefined,
  token: values.token,
  accountId: 'account',
}
const noFactor = { object: 'second-factor', isSet: false, recoveryCodesLeft: 0 } as const
const setFactor = {
  object: 'second-factor',
  isSet: true,
  setAt: values.day,
  recoveryCodesLeft: 7,
} as const
const oldMethods = [
  {
    object: 'sign-in-method' as const,
    id: 'link',
    type: 'link' as const,
    isRemovable: false,
  },
  {
    object: 'sign-in-method' as const,
    id: 'password',
    type: 'password' as const,
    isRemovable: true,
    createdAt: values.day,
  },
  {
    object: 'sign-in-method' as const,
    id: 'one',
    type: 'passkey' as const,
    isRemovable: true,
    device: values.device,
    createdAt: values.day,
    lastUsedAt: values.day,
  },
  {
    object: 'sign-in-method' as const,
    id: 'two',
    type: 'provider' as const,
    isRemovable: true,
    isOff: true,
    provider: values.provider,
    knownAs: email,
    createdAt: values.day,
  },
  {
    object: 'sign-in-method' as const,
    id: 'unnamed',
    type: 'provider' as const,
    isRemovable: true,
  },
  {
    object: 'sign-in-method' as const,
    id: 'three',
    type: 'provider' as const,
    isRemovable: true,
    provider: values.provider,
    organization: { id: 'organization', title: organization },
    createdAt: values.day,
  },
] satisfies Parameters<typeof methods.viewMethods>[0]
const emailPage = {
  config,
  email,
  pending: { object: 'email-change', isPending: false },
  mayChange: true,
  problem: undefined,
} as const
const pendingEmail = {
  object: 'email-change',
  isPending: true,
  formerEmail: email,
  newEmail: email,
  isFormerConfirmed: false,
  isNewConfirmed: false,
  expiresAt: values.day,
} as const
const methodsPage = { config, factor: setFactor, mayChange: true, problem: undefined }
const offer = { offer: 'offer', secret: values.secret, appUrl: 'otpauth://totp/x' }
const typed = { displayName: '', email: 'x', organizationTitle: 'x' }

/** All of a set of problems, each on the page that tells it. */
function each<Table extends object>(
  names: Table,
  view: (problem: keyof Table) => View,
): Record<string, View> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a table without others
  const keys = Object.keys(names) as (keyof Table & string)[]
  return Object.fromEntries(keys.map((key) => [key, view(key)]))
}

/** Every page that somebody signs in with, in each of its states, by file and function. */
export const samplePages = {
  'page-words/failure-view.ts': {
    viewFailure: {
      'too many': viewFailure({ kind: 'too-many-requests', seconds: '5' }),
      unreadable: viewFailure({ kind: 'unreadable' }),
      ours: viewFailure({ kind: 'ours', requestId: '019a' }),
    },
  },
  'first-run/first-run-view.ts': {
    viewFirstRun: {
      begins: firstRun.viewFirstRun(),
      wrong: firstRun.viewFirstRun(typed, ['displayName', 'email', 'organizationTitle']),
    },
    viewFirstRunOver: { over: firstRun.viewFirstRunOver() },
  } satisfies Views<typeof firstRun>,
  'welcome/welcome-view.ts': {
    viewWelcome: {
      'takes over': welcome.viewWelcome({
        kind: 'take-over-account',
        email,
        displayName: name,
        accountId: 'account',
      }),
      opens: welcome.viewWelcome({ kind: 'open-account', email, invite }),
      'opens, wrong': welcome.viewWelcome(
        { kind: 'open-account', email, invite },
        { typedName: ' ' },
      ),
      'without inviter': welcome.viewWelcome({
        kind: 'open-account',
        email,
        invite: { ...invite, inviterName: undefined },
      }),
      joins: welcome.viewWelcome({ kind: 'join', email, displayName: name, invite }),
    },
    viewAccepted: {
      account: welcome.viewAccepted(accountAccepted, {
        publicUrl: url,
        isSignedIn: true,
      }),
      member: welcome.viewAccepted(
        { ...accountAccepted, organizationTitle: organization, token: undefined },
        { publicUrl: url, isSignedIn: false },
      ),
      'member with single sign-on': welcome.viewAccepted(
        { ...accountAccepted, organizationTitle: organization, ssoOf: 'organization' },
        { publicUrl: url, isSignedIn: false },
      ),
    },
    viewGone: { gone: welcome.viewGone() },
  } satisfies Views<typeof welcome>,
  'sign-in/sign-in-view.ts': {
    viewSignIn: {
      'all ways': signIn.viewSignIn({ config, to }),
      'mail alone': signIn.viewSignIn({
        config: { ...config, SIGN_IN_PASSWORD: false },
        to: undefined,
      }),
      address: signIn.viewSignIn({ config, to, problem: 'addressProblem' }),
      password: signIn.viewSignIn({ config, to, problem: 'passwordProblem' }),
      passkey: signIn.viewSignIn({ config, to, problem: 'passkeyProblem' }),
    },
    viewMailed: { mailed: signIn.viewMailed() },
    viewTooMany: { 'too many': signIn.viewTooMany() },
    viewRefused: { refused: signIn.viewRefused() },
  } satisfies Views<typeof signIn>,
  'sign-in/signed-in-view.ts': {
    viewSignedIn: {
      'signed in': signedIn.viewSignedIn(person, {
        config,
        signOutUrl: url,
        to,
        closed: [],
      }),
      'held by single sign-on': signedIn.viewSignedIn(person, {
        config,
        signOutUrl: url,
        to: undefined,
        closed: [{ organizationId: 'organization', title: organization }],
      }),
    },
    viewSignedOut: { 'signed out': signedIn.viewSignedOut(url) },
    viewSignInLink: {
      link: signedIn.viewSignInLink(person, { former: undefined, to }),
      'as somebody else': signedIn.viewSignInLink(person, {
        former: { displayName: name, email: 'other@people.example' },
        to,
      }),
    },
    viewGone: { gone: signedIn.viewGone() },
  } satisfies Views<typeof signedIn>,
  'sign-in/code-view.ts': {
    viewCode: {
      asks: code.viewCode({ config, to }),
      wrong: code.viewCode({ config, to, isWrong: true }),
    },
  } satisfies Views<typeof code>,
  'sign-in/methods-view.ts': {
    viewMethods: {
      'may change': methods.viewMethods(oldMethods, methodsPage),
      'may not change': methods.viewMethods(oldMethods, {
        ...methodsPage,
        mayChange: false,
      }),
      'without password': methods.viewMethods([], { ...methodsPage, factor: noFactor }),
      ...each(words.en.failures, (refusal) =>
        methods.viewMethods([], { ...methodsPage, problem: { refusal } }),
      ),
      ...each(words.en.passwordProblems, (kind) =>
        methods.viewMethods([], {
          ...methodsPage,
          problem: { password: { kind, count: 12 } },
        }),
      ),
    },
  } satisfies Views<typeof methods>,
  'sign-in/second-factor-view.ts': {
    viewOffer: {
      offer: factor.viewOffer({ ...offer, config }),
      wrong: factor.viewOffer({ ...offer, config, isWrong: true }),
    },
    viewCodes: { codes: factor.viewCodes(['2345-6789', '9876-5432'], config) },
  } satisfies Views<typeof factor>,
  'email-change/email-change-page-views.ts': {
    viewEmailChange: {
      'may change': emailChange.viewEmailChange(emailPage),
      'may not change': emailChange.viewEmailChange({ ...emailPage, mayChange: false }),
      waits: emailChange.viewEmailChange({ ...emailPage, pending: pendingEmail }),
      'waits, one confirmed': emailChange.viewEmailChange({
        ...emailPage,
        pending: { ...pendingEmail, isFormerConfirmed: true, isNewConfirmed: true },
      }),
      ...each(
        { 'not an address': '', 'too many changes': '', emailUnchanged: '' },
        (problem) => emailChange.viewEmailChange({ ...emailPage, problem }),
      ),
    },
    viewConfirm: {
      asks: emailChange.viewConfirm({
        formerEmail: email,
        newEmail: email,
        isFormerConfirmed: false,
        isNewConfirmed: false,
      }),
    },
    viewWaiting: { waits: emailChange.viewWaiting() },
    viewDone: { done: emailChange.viewDone(url, email) },
    viewTaken: { taken: emailChange.viewTaken(url) },
    viewNotHere: { 'not here': emailChange.viewNotHere(url, to) },
    viewWithdraw: { asks: emailChange.viewWithdraw() },
    viewWithdrawn: { withdrawn: emailChange.viewWithdrawn(url) },
    viewOver: { over: emailChange.viewOver(url) },
  } satisfies Views<typeof emailChange>,
  'sign-up/sign-up-view.ts': {
    viewOpening: {
      opens: signUp.viewOpening(email),
      wrong: signUp.viewOpening(email, true),
    },
    viewOver: { over: signUp.viewOver(url) },
  } satisfies Views<typeof signUp>,
  'site-sign-in/site-sign-in-view.ts': {
    viewNoSite: { 'no site': site.viewNoSite() },
    viewWaysIn: {
      ways: site.viewWaysIn([
        { label: values.provider, url },
        { label: undefined, url },
      ]),
    },
    viewNeedsSso: { ways: site.viewNeedsSso([{ label: values.provider, url }]) },
    viewNotForYou: { somebody: site.viewNotForYou(person, url) },
    viewSuspendedReader: { suspended: site.viewSuspendedReader() },
    viewGoOn: { 'goes on': site.viewGoOn(url) },
  } satisfies Views<typeof site>,
  'provider-sign-in/provider-view.ts': {
    viewNoProvider: { none: provider.viewNoProvider(url) },
    viewBeginning: { begins: provider.viewBeginning(values.provider, url) },
    viewRefused: each(words.en.providerRefusals, (problem) =>
      provider.viewRefused(problem, url),
    ),
    viewGone: { gone: provider.viewGone(url) },
    viewSignInFirst: {
      'may open': provider.viewSignInFirst(
        values.provider,
        { knownAs: name, mayOpen: email },
        url,
      ),
      'may not open': provider.viewSignInFirst(
        values.provider,
        { knownAs: name, mayOpen: undefined },
        url,
      ),
    },
    viewJoining: { joins: provider.viewJoining(values.provider, name, person) },
    viewReplacing: { replaces: provider.viewReplacing(values.provider, person) },
    viewProblem: { problem: provider.viewProblem('tooManyIdentities', url) },
  } satisfies Views<typeof provider>,
  'saml-sign-in/saml-sign-in-view.ts': {
    viewProviders: {
      ways: sso.viewProviders(organization, [{ label: values.provider, startUrl: url }]),
    },
    viewBeginning: { begins: sso.viewBeginning(organization, url) },
    viewNoProvider: { none: sso.viewNoProvider() },
    viewRefusedAnswer: each(words.en.ssoRefusals, (problem) =>
      sso.viewRefusedAnswer(problem, url),
    ),
    viewGone: { gone: sso.viewGone(url) },
    viewSuspended: { suspended: sso.viewSuspended(organization) },
    viewChangedEnough: { enough: sso.viewChangedEnough() },
    viewNoAddress: { 'no address': sso.viewNoAddress() },
    viewTooManyToday: { 'too many': sso.viewTooManyToday(organization) },
    viewMailed: { mailed: sso.viewMailed(email, organization, url) },
    viewOpening: { opens: sso.viewOpening(email, organization) },
    viewAsking: { asks: sso.viewAsking(email, organization) },
    viewReplacing: { replaces: sso.viewReplacing(organization) },
  } satisfies Views<typeof sso>,
}

/** The same as a list, each with a name for people. */
export function listSamplePages(): readonly {
  readonly name: string
  readonly view: View
}[] {
  return Object.entries(samplePages).flatMap(([file, views]) =>
    Object.entries(views).flatMap(([view, states]) =>
      Object.entries<View>(states).map(([state, shown]) => ({
        name: `${file} ${view}: ${state}`,
        view: shown,
      })),
    ),
  )
}
