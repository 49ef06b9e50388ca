import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { Accepted } from './accept-welcome.ts'
import type { Welcome } from './find-welcome.ts'

/** A submitted form that was refused. */
export interface Attempt {
  readonly typedName: string
  readonly problem: string
}

/** The page that shows the offer of a link. */
export function viewWelcome(welcome: Welcome, attempt?: Attempt): string {
  if (welcome.kind === 'take-over-account') {
    return page(
      'Welcome to Lectern',
      html`<p>Your account is waiting for you. Check your name, and it is yours.</p>
        ${addressLine(welcome.email)} ${nameForm('Confirm', welcome.displayName, attempt)}`,
    )
  }
  const { invite, email } = welcome
  const offer =
    welcome.kind === 'open-account'
      ? html`<p>Choose a name, and your account is ready.</p>
          ${addressLine(email)} ${nameForm('Open account and join', '', attempt)}`
      : html`<p>
            You already have an account. You join as
            <strong>${welcome.displayName}</strong>, ${email}.
          </p>
          <form method="post"><button type="submit">Join</button></form>`
  return page(
    `Join ${invite.organizationTitle}`,
    html`<p>${invitation(invite)}</p>
      ${offer}`,
  )
}

export function viewAccepted(
  { organizationTitle, token, ssoOf }: Accepted,
  { publicUrl, isSignedIn }: { readonly publicUrl: string; readonly isSignedIn: boolean },
): string {
  const title =
    organizationTitle === undefined
      ? 'Your account is ready'
      : `You are a member of ${organizationTitle}`
  if (ssoOf !== undefined) return page(title, toSingleSignOn(`${publicUrl}/sso/${ssoOf}`))
  if (token === undefined) {
    return page(title, html`<p>You can close this page.</p>`)
  }
  const command = `curl -H "Authorization: Bearer ${token}" ${publicUrl}/v1/user`
  return page(
    title,
    html`${isSignedIn ? signedIn(publicUrl) : undefined}
      <p>
        This is your first API token. With it, programs act as you: keep it like a
        password.
      </p>
      <label for="token">Your token</label>
      <input id="token" value="${token}" readonly autocomplete="off" spellcheck="false" />
      <p class="alarm">Copy it now. It is shown only this once.</p>
      <label for="example">Try it in a terminal</label>
      <textarea id="example" rows="4" readonly autocomplete="off" spellcheck="false">
${command}</textarea>`,
  )
}

function toSingleSignOn(url: string): Html {
  return html`<p>
      From here on you sign in with its single sign-on. Until you did so once, you see
      nothing in it.
    </p>
    <p><a href="${url}">Go on to single sign-on</a></p>`
}

function signedIn(publicUrl: string): Html {
  return html`<p>
    You are signed in with this browser.
    <a href="${publicUrl}/~sign-in/methods">Choose how you sign in from now on</a>, such
    as with a password or a passkey.
  </p>`
}

export function viewGone(): string {
  return page(
    'This link does not work',
    html`<p>
        It may have been used already, have expired, or have been replaced by a newer one.
        It may also not have been copied whole.
      </p>
      <h2>What you can do</h2>
      <p>
        Look for a newer mail, or open the link from the mail once more. If that does not
        help, ask whoever invited you for a new invitation. If you have just used this
        link, your account is ready and there is nothing left to do here.
      </p>`,
  )
}

function invitation({
  inviterName,
  organizationTitle,
}: Readonly<{ inviterName: string | undefined; organizationTitle: string }>): Html {
  return inviterName === undefined
    ? html`You are invited to join <strong>${organizationTitle}</strong> on Lectern.`
    : html`<strong>${inviterName}</strong> invites you to join
        <strong>${organizationTitle}</strong> on Lectern.`
}

function addressLine(email: string): Html {
  return html`<p class="soft">Your address: <strong>${email}</strong></p>`
}

function nameForm(action: string, name: string, attempt: Attempt | undefined): Html {
  const marks =
    attempt === undefined
      ? html`aria-describedby="hint"`
      : html`aria-describedby="hint problem" aria-invalid="true" autofocus`
  const problem =
    attempt && html`<p class="alarm" id="problem" role="alert">${attempt.problem}</p>`
  return html`<form method="post">
    <label for="name">Your name</label>
    ${problem}
    <input
      id="name"
      name="displayName"
      value="${attempt?.typedName ?? name}"
      required
      maxlength="64"
      autocomplete="name"
      ${marks}
    />
    <p class="soft" id="hint">
      Others in your organizations see it. Up to 64 characters.
    </p>
    <button type="submit">${action}</button>
  </form>`
}
