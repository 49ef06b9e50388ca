import type { Person } from '#/features/joining/sign-in/public.ts'
import { type Html, html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

/** A place where somebody can sign in. */
export interface WayIn {
  readonly label: string
  readonly url: string
}

export function viewNoSite(): string {
  return page(
    'There is nothing to sign in to here',
    html`<p>
      Nobody signs in to this address, or not any more. Open the page that you want to
      read once more.
    </p>`,
  )
}

/** The page for somebody whom nobody knows yet. It tells of the site only that it has members. */
export function viewWaysIn(ways: readonly WayIn[]): string {
  return page(
    'This site is for members',
    html`<p>Sign in to read it, as a member of the organization that it belongs to.</p>
      ${linksTo(ways)}`,
  )
}

export function viewNeedsSso(ways: readonly WayIn[]): string {
  return page(
    'Sign in once more',
    html`<p>
        The organization that this site belongs to wants its members to sign in with its
        single sign-on.
      </p>
      ${linksTo(ways)}`,
  )
}

/** The page for who is signed in, and is none of those whom the site is for. */
export function viewNotForYou(person: Person | undefined, againUrl: string): string {
  return page(
    'This site is for members',
    html`${person && html`<p>You are signed in as ${person.displayName} (${person.email}).</p>`}
      <p>
        That is no member of the organization that the site belongs to, or not any more.
        Ask one of its admins.
      </p>
      <p><a href="${againUrl}">Sign in as somebody else</a></p>`,
  )
}

export function viewSuspendedReader(): string {
  return page(
    'This site is for members',
    html`<p>
      Your membership of the organization that it belongs to is suspended. Ask one of its
      admins.
    </p>`,
  )
}

/** Seen for a moment: a redirect of the sign-in's form may not lead to another origin. */
export function viewGoOn(url: string): string {
  return page('You are signed in', html`<p><a href="${url}">Go on to the site</a></p>`)
}

function linksTo(ways: readonly WayIn[]): Html {
  return ways
    .map(({ label, url }) => html`<p><a href="${url}">${label}</a></p>`)
    .reduce((all, link) => html`${all}${link}`, html``)
}
