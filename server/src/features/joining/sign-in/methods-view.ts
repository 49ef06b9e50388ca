import type { SecondFactor } from '@lectern/contract/second-factor.ts'
import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { passkeyScript } from './passkey-script.ts'
import { addPasskeyForm } from './passkey-view.ts'
import { providerLinks } from './provider-links.ts'
import { secondFactorPart } from './second-factor-view.ts'
import { emailPath, methodsPath, signInPath } from './sign-in-links.ts'

interface MethodsPage {
  readonly config: Pick<
    Config,
    'PUBLIC_URL' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY' | 'SIGN_IN_PROVIDERS'
  >
  readonly factor: SecondFactor
  /** Whether the sign-in is so recent that something may be changed. */
  readonly mayChange: boolean
  readonly problem: string | undefined
}

const names: Readonly<Record<SignInMethod['type'], string>> = {
  link: 'A link that is mailed to you',
  password: 'Your password',
  passkey: 'A passkey',
  provider: 'An identity provider',
}

/** The page of the ways in of an account. */
export function viewMethods(
  methods: readonly SignInMethod[],
  { config, factor, mayChange, problem }: MethodsPage,
): string {
  const url = `${config.PUBLIC_URL}${methodsPath}`
  const again = `${config.PUBLIC_URL}${signInPath}?again=1&to=${methodsPath}`
  const forms = mayChange
    ? html`${config.SIGN_IN_PASSKEY ? addPasskeyForm(config) : undefined}
      ${config.SIGN_IN_PASSWORD ? passwordForm(methods, url) : undefined}
      ${providerLinks(config, { words: 'Connect with', to: methodsPath })}`
    : html`<p>
        To change something, <a href="${again}">sign in again</a>: that must not be longer
        ago than 10 minutes. An identity provider has to say when it asked you for a
        proof: where it does not, take another way.
      </p>`
  return page(
    'How you sign in',
    html`${problem && html`<p class="alarm" role="alert">${problem}</p>`}
      ${listOf(methods, mayChange ? url : undefined)}
      ${secondFactorPart(factor, { ...config, mayChange })} ${forms}
      <p class="soft">
        A change ends your sessions in all other browsers, and you get a mail about it.
      </p>
      <p><a href="${config.PUBLIC_URL}${emailPath}">Your mail address</a></p>
      <p><a href="${config.PUBLIC_URL}${signInPath}">Back</a></p>
      ${passkeyScript.element}`,
  )
}

const switchedOff = html`<p class="soft">
  It is switched off here and signs nobody in. If it were switched on again, it would sign
  you in as before.
</p>`

function listOf(methods: readonly SignInMethod[], url: string | undefined): Html {
  return methods.reduce<Html>(
    (before, method) =>
      html`${before}
        <h2>${nameOf(method)}</h2>
        ${method.createdAt && html`<p class="soft">${timesOf(method)}</p>`}
        ${method.isOff === true ? switchedOff : undefined}
        ${method.organization && reachOf(method.organization)}
        ${method.isRemovable && url !== undefined ? removeForm(method, url) : undefined}`,
    html``,
  )
}

function removeForm(method: SignInMethod, url: string): Html {
  return html`<form method="post" action="${url}/remove">
    <input type="hidden" name="method" value="${method.id}" />
    <button type="submit" class="second">Remove: ${nameOf(method)}</button>
  </form>`
}

function passwordForm(methods: readonly SignInMethod[], url: string): Html {
  const has = methods.some(({ type }) => type === 'password')
  return html`<h2>${has ? 'Change your password' : 'Set a password'}</h2>
    <form method="post" action="${url}/password">
      <label for="password">New password</label>
      <input
        id="password"
        name="password"
        type="password"
        required
        minlength="12"
        maxlength="200"
        autocomplete="new-password"
        aria-describedby="rule"
      />
      <p class="soft" id="rule">
        At least 12 characters: several words that have nothing to do with each other are
        good.
      </p>
      <button type="submit">${has ? 'Change password' : 'Set password'}</button>
    </form>`
}

function timesOf({ createdAt = '', lastUsedAt }: SignInMethod): string {
  const since = `Since ${dayOf(createdAt)}`
  return lastUsedAt === undefined ? since : `${since}, last used ${dayOf(lastUsedAt)}`
}

function reachOf({ title }: NonNullable<SignInMethod['organization']>): Html {
  return html`<p class="soft">
    It signs you in to ${title} alone, and is no way into the rest of your account.
    Removed, it asks you before it signs you in again. You stay a member; where the
    organization wants single sign-on of you, you reach it again only then.
  </p>`
}

function dayOf(time: string): string {
  return time.slice(0, 10)
}

function nameOf({ type, device, organization, provider, knownAs }: SignInMethod): string {
  if (organization !== undefined) {
    return `Single sign-on of ${organization.title}: ${provider}`
  }
  if (provider !== undefined) {
    return knownAs === undefined ? provider : `${provider}, ${knownAs}`
  }
  return device === undefined ? names[type] : `${names[type]}, ${device}`
}
