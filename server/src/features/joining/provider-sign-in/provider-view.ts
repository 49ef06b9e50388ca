import { html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import type { Named } from './finish-sign-in.ts'
import { type Problem, refusals } from './provider-refusal.ts'

export function viewNoProvider(signInUrl: string): string {
  return page(
    'There is nothing to sign in with here',
    html`<p>This installation knows no such identity provider.</p>
      <p><a href="${signInUrl}">Sign in</a></p>`,
  )
}

/** The page that another website led to: it begins nothing by itself. */
export function viewBeginning(label: string, startUrl: string): string {
  return page(
    `Sign in with ${label}`,
    html`<p>Another website has led you here.</p>
      <p><a href="${startUrl}">Sign in with ${label}</a></p>
      <p class="soft">If you did not want to sign in just now, close the page.</p>`,
  )
}

/** The page of an answer that is refused, in words of ours: what came is not shown. */
export function viewRefused(problem: Problem, signInUrl: string): string {
  return page(
    'You are not signed in',
    html`<p>${refusals[problem]}</p>
      <p><a href="${signInUrl}">Begin again</a></p>
      <p class="soft">
        If it happens again, tell whoever runs this installation what this page says.
      </p>`,
  )
}

export function viewGone(signInUrl: string): string {
  return page(
    'You are not signed in',
    html`<p>
        This sign-in was not begun in this browser, took too long, or has ended already.
      </p>
      <p><a href="${signInUrl}">Begin again</a></p>`,
  )
}

export function viewSignInFirst(
  label: string,
  {
    knownAs,
    mayOpen,
  }: { readonly knownAs: string; readonly mayOpen: string | undefined },
  signInUrl: string,
): string {
  const opening =
    mayOpen &&
    html`<form method="post">
      <input type="hidden" name="open" value="1" />
      <p>If you have none, open one with the address <strong>${mayOpen}</strong>.</p>
      <button type="submit">Open an account</button>
    </form>`
  return page(
    'Which account is yours?',
    html`<p>
        <strong>${label}</strong> says that you are <strong>${knownAs}</strong>. No
        account is connected with that yet.
      </p>
      <p>
        If you have an account, sign in to it in this browser. Then you are led back here
        to connect it.
      </p>
      <p><a href="${signInUrl}">Sign in to your account</a></p>
      ${opening}
      <p class="soft">This page works for half an hour.</p>`,
  )
}

export function viewJoining(label: string, knownAs: string, person: Named): string {
  return page(
    `Connect ${label}`,
    html`<p>
        <strong>${label}</strong> says that you are <strong>${knownAs}</strong>. From now
        on that signs in to the account of <strong>${person.displayName}</strong>,
        ${person.email}.
      </p>
      <form method="post"><button type="submit">Connect</button></form>
      <p class="soft">
        It ends your sessions in all other browsers, and you get a mail about it. If this
        is not you at ${label}, close the page.
      </p>`,
  )
}

export function viewReplacing(label: string, former: Named): string {
  return page(
    `Sign in with ${label}`,
    html`<p>
        This browser is signed in as <strong>${former.displayName}</strong>,
        ${former.email}. That ends when you sign in here as somebody else.
      </p>
      <form method="post"><button type="submit">Go on</button></form>
      <p class="soft">If you did not want to sign in just now, close the page.</p>`,
  )
}

/** A refusal that the person can do something about. */
export function viewProblem(message: string, methodsUrl: string): string {
  return page(
    'That did not work',
    html`<p role="alert">${message}</p>
      <p><a href="${methodsUrl}">How you sign in</a></p>`,
  )
}
