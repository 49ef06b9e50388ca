import type { ClosedOrganization } from '#/features/people/organizations/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { passkeyScript } from './passkey-script.ts'
import { usePasskeyForm } from './passkey-view.ts'
import { providerLinks } from './provider-links.ts'
import { methodsPath, type Person, signInPath } from './sign-in-links.ts'

interface SignedInPage {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly signOutUrl: string
  readonly to: string | undefined
  /** Organizations of theirs that they do not reach with this sign-in. */
  readonly closed: readonly ClosedOrganization[]
}

export function viewSignedIn(
  person: Person,
  { config: { PUBLIC_URL }, signOutUrl, to, closed }: SignedInPage,
): string {
  return page(
    'You are signed in',
    html`${lineOf(person)}
      ${to === undefined ? undefined : html`<p><a href="${to}">Go on to ${to}</a></p>`}
      ${closed.reduce((before, each) => html`${before}${wayInto(each, PUBLIC_URL)}`, html``)}
      <p><a href="${PUBLIC_URL}${methodsPath}">How you sign in</a></p>
      <form method="post" action="${signOutUrl}">
        <button type="submit">Sign out</button>
      </form>`,
  )
}

function wayInto({ organizationId, title }: ClosedOrganization, publicUrl: string): Html {
  return html`<p>
    <strong>${title}</strong> wants you to sign in with its single sign-on.
    <a href="${publicUrl}/sso/${organizationId}"
      >Go on to the single sign-on of ${title}</a
    >
  </p>`
}

export function viewSignedOut(signInUrl: string): string {
  return page('You are not signed in', html`<p><a href="${signInUrl}">Sign in</a></p>`)
}

type WayIn = 'SIGN_IN_LINK' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY'

interface SignInPage {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_PROVIDERS' | WayIn>
  readonly to: string | undefined
  /** Whether somebody is to prove anew who they are. */
  readonly isAgain?: boolean
  /** What is wrong with the form that was sent. */
  readonly problem?: string
}

/** The page with the ways in. It never shows what was typed: it is the same for everybody. */
export function viewSignIn({ config, to, isAgain, problem }: SignInPage): string {
  const { PUBLIC_URL, SIGN_IN_LINK: byMail, SIGN_IN_PASSWORD: byPassword } = config
  const url = `${PUBLIC_URL}${signInPath}`
  const form = html`<form
    method="post"
    action="${url}/${byPassword ? 'password' : 'mail'}"
  >
    ${remembered(to)}${emailField(problem)}${byPassword ? passwordField() : undefined}
    ${byMail ? mailButton(byPassword, url) : undefined}
  </form>`
  return page(
    'Sign in to Lectern',
    html`${byMail || byPassword ? form : undefined}
      ${config.SIGN_IN_PASSKEY ? usePasskeyForm(config, to) : undefined}
      ${providerLinks(config, { words: 'Sign in with', to, isAgain: isAgain === true })}
      <p class="soft">
        No mail? Whoever runs this installation makes a link with
        <code>lectern-server admin link</code> and your address. Programs send an API
        token instead.
      </p>
      ${passkeyScript.element}`,
  )
}

function passwordField(): Html {
  return html`<label for="password">Your password</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      maxlength="200"
      autocomplete="current-password"
    />
    <button type="submit">Sign in</button>`
}

/** The button that needs no password, beside one that does. */
function mailButton(byPassword: boolean, url: string): Html {
  return html`<p class="soft" id="hint">
      ${byPassword ? 'No password, or forgotten?' : undefined} A link goes to this address
      if it has an account. Open it in this browser.
    </p>
    <button
      type="submit"
      ${byPassword ? html`class="second"` : undefined}
      formaction="${url}/mail"
      formnovalidate
      aria-describedby="hint"
    >
      Mail me a link
    </button>`
}

function emailField(problem: string | undefined): Html {
  const marks =
    problem === undefined
      ? undefined
      : html`aria-describedby="problem" aria-invalid="true" autofocus`
  return html`<label for="email">Your mail address</label>
    ${problem && html`<p class="alarm" id="problem" role="alert">${problem}</p>`}
    <input
      id="email"
      name="email"
      type="email"
      required
      maxlength="254"
      autocomplete="username"
      ${marks}
    />`
}

/** The same for addresses with an account and without. */
export function viewMailed(): string {
  return page(
    'Look into your mail',
    html`<p>
        If the address has an account, or may have one, a link is on its way. It works
        once, within 15 minutes, and only in this browser.
      </p>
      <p class="soft">
        Nothing there after a few minutes? Look among unwanted mail, or try once more with
        the address that you are known by.
      </p>`,
  )
}

export function viewTooMany(): string {
  return page(
    'Too many attempts',
    html`<p>
      Somebody tried to sign in too often from your network. Wait a quarter of an hour,
      then try again.
    </p>`,
  )
}

/** The page that asks before signing in: programs that open every link must change nothing. */
export function viewSignInLink(
  person: Person,
  {
    former,
    to,
  }: { readonly former: Person | undefined; readonly to: string | undefined },
): string {
  const isOther = former !== undefined && former.email !== person.email
  const warned =
    isOther &&
    html`<p>
      This browser is signed in as <strong>${former.displayName}</strong>,
      ${former.email}. That ends when you sign in here as somebody else.
    </p>`
  return page(
    'Sign in to Lectern',
    html`${lineOf(person)}${warned === false ? undefined : warned}
      <form method="post">
        ${remembered(to)}<button type="submit">
          ${isOther ? `Sign in as ${person.displayName}` : 'Sign in'}
        </button>
      </form>
      <p class="soft">
        Sign in only if you asked for this link, and on your own device.
      </p>`,
  )
}

export function viewGone(): string {
  return page(
    'This link does not work',
    html`<p>
        It may have been used already, or be older than 15 minutes. It may also not have
        been copied whole. A link from a mail works only in the browser that asked for it.
      </p>
      <h2>What you can do</h2>
      <p>Ask for a new one where you sign in, or whoever gave you the link.</p>`,
  )
}

export function viewRefused(message: string): string {
  return page(
    'That did not work',
    html`<p>${message}</p>
      <p>Open the page once more and send the form from there.</p>`,
  )
}

function remembered(to: string | undefined): Html | undefined {
  return to === undefined
    ? undefined
    : html`<input type="hidden" name="to" value="${to}" />`
}

function lineOf({ displayName, email }: Person): Html {
  return html`<p><strong>${displayName}</strong>, ${email}</p>`
}
