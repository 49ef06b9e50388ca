import { html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { refusals, type Problem } from './saml-refusal.ts'

interface Place {
  readonly label: string
  readonly startUrl: string
}

/** The page with the ways into one organization. */
export function viewProviders(title: string, places: readonly Place[]): string {
  const links = places.map(
    ({ label, startUrl }) =>
      html`<p><a class="second" href="${startUrl}">${label}</a></p>`,
  )
  return page(
    `Sign in to ${title}`,
    links.reduce((all, link) => html`${all}${link}`, html``),
  )
}

/** The page that another website led to: it begins nothing by itself. */
export function viewBeginning(organization: string, startUrl: string): string {
  return page(
    `Sign in to ${organization}`,
    html`<p>Another website has led you here.</p>
      <p><a href="${startUrl}">Sign in to ${organization}</a></p>
      <p class="soft">If you did not want to sign in just now, close the page.</p>`,
  )
}

export function viewNoProvider(): string {
  return page(
    'There is nothing to sign in with here',
    html`<p>
      This organization does not exist, or has no single sign-on. It may also have changed
      its identity provider: begin at the address that its admins give you.
    </p>`,
  )
}

/** The page of an answer that is refused, in words of ours: what came is not shown. */
export function viewRefusedAnswer(problem: Problem, startUrl: string): string {
  return page(
    'You are not signed in',
    html`<p>${refusals[problem]}</p>
      <p><a href="${startUrl}">Begin again</a></p>
      <p class="soft">
        If it happens again, tell an admin of your organization what this page says.
      </p>`,
  )
}

export function viewGone(startUrl: string): string {
  return page(
    'You are not signed in',
    html`<p>
        This sign-in was not begun in this browser, took longer than ten minutes, or has
        ended already. Sign-ins that begin at the identity provider do not work: they
        begin here.
      </p>
      <p><a href="${startUrl}">Begin again</a></p>`,
  )
}

export function viewSuspended(organization: string): string {
  return page(
    'You are not signed in',
    html`<p>
      Your membership of <strong>${organization}</strong> is suspended. Ask one of its
      admins.
    </p>`,
  )
}

export function viewChangedEnough(): string {
  return page(
    'You are not signed in',
    html`<p>
      The ways to sign in of your account were changed so often today that you would not
      be mailed about another change. Nothing was changed: try again tomorrow.
    </p>`,
  )
}

export function viewNoAddress(): string {
  return page(
    'You are not signed in',
    html`<p>
      You have no account yet, and the identity provider does not say your e-mail address.
      An admin has to let it send the address as name id, or as an attribute called
      <code>email</code>.
    </p>`,
  )
}

export function viewTooManyToday(organization: string): string {
  return page(
    'You are not signed in',
    html`<p>
      The identity provider of <strong>${organization}</strong> has brought as many new
      people today as it may in a day. Come back tomorrow, or ask an admin there to invite
      you by mail.
    </p>`,
  )
}

/** The same for addresses with an account and without. */
export function viewMailed(
  email: string,
  organization: string,
  signInUrl: string,
): string {
  return page(
    'Look into your mail',
    html`<p>
        <strong>${organization}</strong> says that you are ${email}. We have mailed a link
        to this address, to see that it is yours: open it in this browser. It works once,
        within 15 minutes.
      </p>
      <p>
        If you have an account with this address, you can
        <a href="${signInUrl}">sign in to it</a> instead, and are led back here.
      </p>
      <p class="soft">
        Nothing there after a few minutes? Look among unwanted mail, or begin again.
      </p>`,
  )
}

export function viewOpening(email: string, organization: string): string {
  return page(
    `Sign in to ${organization}`,
    html`<p>
        <strong>${organization}</strong> says that you are ${email}. This address has no
        account yet: one is made for it, and <strong>${organization}</strong> can sign you
        in with it from now on, into this organization and nowhere else.
      </p>
      <p>This browser is then signed in to <strong>${organization}</strong> alone.</p>
      <form method="post"><button type="submit">Go on</button></form>
      <p class="soft">If you did not begin to sign in, close the page.</p>`,
  )
}

export function viewAsking(email: string, organization: string): string {
  return page(
    `Sign in to ${organization}`,
    html`<p>
        <strong>${organization}</strong> says that you are ${email}. From now on it can
        sign you in with this account, into this organization and nowhere else.
      </p>
      <p>This browser is then signed in to <strong>${organization}</strong> alone.</p>
      <form method="post"><button type="submit">Go on</button></form>
      <p class="soft">If you do not know this organization, close the page.</p>`,
  )
}

export function viewReplacing(organization: string): string {
  return page(
    `Sign in to ${organization}`,
    html`<p>
        This browser is signed in already. That ends, and it is then signed in to
        <strong>${organization}</strong> alone.
      </p>
      <form method="post"><button type="submit">Go on</button></form>
      <p class="soft">If you did not want to sign in just now, close the page.</p>`,
  )
}
