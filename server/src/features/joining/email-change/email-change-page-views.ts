import type { EmailChange } from '@lectern/contract/email-change.ts'

import { emailPath, methodsPath, signInPath } from '#/features/joining/sign-in/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { WaitingChange } from './confirm-change.ts'
import { maskedAddress } from './masked-address.ts'

interface EmailPage {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly email: string
  readonly pending: EmailChange
  /** Whether the sign-in is so recent that a change may be begun. */
  readonly mayChange: boolean
  readonly problem: string | undefined
}

/** The page of the mail address of an account. */
export function viewEmailChange({
  config: { PUBLIC_URL },
  email,
  pending,
  mayChange,
  problem,
}: EmailPage): string {
  const url = `${PUBLIC_URL}${emailPath}`
  const again = `${PUBLIC_URL}${signInPath}?again=1&to=${emailPath}`
  return page(
    'Your mail address',
    html`${problem && html`<p class="alarm" id="problem" role="alert">${problem}</p>`}
      <p>Your account has the address <strong>${email}</strong>.</p>
      ${pending.isPending ? pendingPart(pending, url) : undefined}
      ${
        mayChange
          ? changeForm(url, problem)
          : html`<p>
              To change it, <a href="${again}">sign in again</a>: that must not be longer
              ago than 10 minutes.
            </p>`
      }
      <p><a href="${PUBLIC_URL}${methodsPath}">How you sign in</a></p>`,
  )
}

function pendingPart(
  { newEmail, isFormerConfirmed, isNewConfirmed, expiresAt = '' }: EmailChange,
  url: string,
): Html {
  const until = `${expiresAt.slice(0, 16).replace('T', ', ')} UTC`
  return html`<h2>It is to become ${newEmail}</h2>
    <p>
      A link went to each of the two addresses. Open both in a browser that is signed in
      here, and confirm them until ${until}.
    </p>
    <p>
      The address you have now: ${confirmedWords(isFormerConfirmed)}. The new one:
      ${confirmedWords(isNewConfirmed)}.
    </p>
    <form method="post" action="${url}/withdraw">
      <button type="submit" class="second">Keep the address</button>
    </form>`
}

function confirmedWords(isConfirmed = false): string {
  return isConfirmed ? 'confirmed' : 'not confirmed yet'
}

function changeForm(url: string, problem: string | undefined): Html {
  const marks =
    problem === undefined
      ? undefined
      : html`aria-describedby="problem" aria-invalid="true" autofocus`
  return html`<form method="post" action="${url}">
    <label for="email">New mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      maxlength="254"
      autocomplete="email"
      ${marks}
    />
    <button type="submit">Change it</button>
  </form>`
}

/** The page that asks before confirming: programs that open every link must change nothing. */
export function viewConfirm({ formerEmail, newEmail }: WaitingChange): string {
  return page(
    'Change your mail address?',
    html`<p>
        Your account has the address ${maskedAddress(formerEmail)}, and is to have
        <strong>${newEmail}</strong>.
      </p>
      <form method="post"><button type="submit">Confirm</button></form>
      <p class="soft">
        Confirm only what you have begun yourself. It needs both addresses.
      </p>`,
  )
}

export function viewWaiting(): string {
  return page(
    'This address is confirmed',
    html`<p>
      Now open the link in the mail to the other address, in a browser that is signed in
      to the account.
    </p>`,
  )
}

export function viewDone(publicUrl: string, email: string): string {
  return page(
    'Your mail address has changed',
    html`<p>
        Your account has the address <strong>${email}</strong> from now on. All other
        browsers were signed out, and both addresses get a mail about it.
      </p>
      <p><a href="${publicUrl}${methodsPath}">How you sign in</a></p>`,
  )
}

/** It is shown to somebody who reads the mail of the address: they may know. */
export function viewTaken(publicUrl: string): string {
  return page(
    'Another account has this address',
    html`<p>
        It was given to another account meanwhile, and an address belongs to one. Nothing
        has changed.
      </p>
      <p><a href="${publicUrl}${emailPath}">Your mail address</a></p>`,
  )
}

/** It tells nothing of the change to a browser that is not signed in to its account. */
export function viewNotHere(publicUrl: string, path: string): string {
  const query = new URLSearchParams({ again: '1', to: path }).toString()
  return page(
    'Sign in first',
    html`<p>
        This link works in a browser that is signed in to the account whose address is to
        change, with the account as a whole.
      </p>
      <p><a href="${publicUrl}${signInPath}?${query}">Sign in, and come back here</a></p>
      <p class="soft">If you have not begun this, do nothing: nothing happens.</p>`,
  )
}

export function viewWithdraw(): string {
  return page(
    'This was not you?',
    html`<p>
        Then somebody else is signed in to your account. The address stays as it is, and
        everybody who is signed in to the account is signed out.
      </p>
      <form method="post">
        <button type="submit">Keep the address and sign everybody out</button>
      </form>`,
  )
}

export function viewWithdrawn(publicUrl: string): string {
  return page(
    'The address stays as it is',
    html`<p>
      Nobody is signed in to the account any more.
      <a href="${publicUrl}${signInPath}?to=${methodsPath}">Sign in</a>, and change how
      you sign in. Take away API tokens that you do not know.
    </p>`,
  )
}

export function viewOver(publicUrl: string): string {
  return page(
    'This link does not work',
    html`<p>
        It may have been used already, be older than a day, or not have been copied whole.
        The change that it belongs to may also have been withdrawn, or replaced by another
        one.
      </p>
      <p><a href="${publicUrl}${emailPath}">Your mail address</a></p>`,
  )
}
