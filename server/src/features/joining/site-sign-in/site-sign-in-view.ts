import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import type { Person } from '#/features/joining/sign-in/public.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

/** A place where somebody can sign in. */
export interface WayIn {
  /** Undefined for the account itself. */
  readonly label: string | undefined
  readonly url: string
}

export function viewNoSite(): View {
  return pageIn(({ site }) => ({
    title: site.noSiteTitle,
    content: html`<p>${site.noSite}</p>`,
  }))
}

/** The page for somebody whom nobody knows yet. It tells of the site only that it has members. */
export function viewWaysIn(ways: readonly WayIn[]): View {
  return pageIn((words) => ({
    title: words.site.forMembers,
    content: html`<p>${words.site.waysIn}</p>
      ${linksTo(words, ways)}`,
  }))
}

export function viewNeedsSso(ways: readonly WayIn[]): View {
  return pageIn((words) => ({
    title: words.site.needsSsoTitle,
    content: html`<p>${words.site.needsSso}</p>
      ${linksTo(words, ways)}`,
  }))
}

/** The page for who is signed in, and is none of those whom the site is for. */
export function viewNotForYou(person: Person | undefined, againUrl: string): View {
  return pageIn(({ site }) => ({
    title: site.forMembers,
    content: html`${person && html`<p>${lineOf(site.signedInAs, person)}</p>`}
      <p>${site.notForYou}</p>
      <p><a href="${againUrl}">${site.asSomebodyElse}</a></p>`,
  }))
}

export function viewSuspendedReader(): View {
  return pageIn(({ site }) => ({
    title: site.forMembers,
    content: html`<p>${site.suspended}</p>`,
  }))
}

/** Seen for a moment: a redirect of the sign-in's form may not lead to another origin. */
export function viewGoOn(url: string): View {
  return pageIn(({ common, site }) => ({
    title: common.signedIn,
    content: html`<p><a href="${url}">${site.goOn}</a></p>`,
  }))
}

function lineOf(pattern: string, { displayName, email }: Person): Html {
  return fill(pattern, { name: displayName, email })
}

function linksTo({ common }: Words, ways: readonly WayIn[]): Html {
  return ways
    .map(({ label, url }) => html`<p><a href="${url}">${label ?? common.signIn}</a></p>`)
    .reduce((all, link) => html`${all}${link}`, html``)
}
