import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import { fill, fillText } from '#/platform/html/fill.ts'
import { type Html, html, strong } from '#/platform/html/html.ts'

import type { Problem } from './saml-refusal.ts'

interface Place {
  readonly label: string
  readonly startUrl: string
}

/** The page with the ways into one organization. */
export function viewProviders(organization: string, places: readonly Place[]): View {
  const links = places.map(
    ({ label, startUrl }) =>
      html`<p><a class="second" href="${startUrl}">${label}</a></p>`,
  )
  return pageIn(({ sso }) => ({
    title: fillText(sso.signInTo, { organization }),
    content: links.reduce((all, link) => html`${all}${link}`, html``),
  }))
}

/** The page that another website led to: it begins nothing by itself. */
export function viewBeginning(organization: string, startUrl: string): View {
  return pageIn(({ common, provider, sso }) => ({
    title: fillText(sso.signInTo, { organization }),
    content: html`<p>${provider.ledHere}</p>
      <p><a href="${startUrl}">${fill(sso.signInTo, { organization })}</a></p>
      <p class="soft">${common.closeThePage}</p>`,
  }))
}

export function viewNoProvider(): View {
  return pageIn(({ common, sso }) => ({
    title: common.nothingHere,
    content: html`<p>${sso.noProvider}</p>`,
  }))
}

/** The page of an answer that is refused, in words of ours: what came is not shown. */
export function viewRefusedAnswer(problem: Problem, startUrl: string): View {
  return notSignedIn(
    ({ common, sso, ssoRefusals }) =>
      html`<p>${ssoRefusals[problem]}</p>
        <p><a href="${startUrl}">${common.beginAgain}</a></p>
        <p class="soft">${sso.tellAdmin}</p>`,
  )
}

export function viewGone(startUrl: string): View {
  return notSignedIn(
    ({ common, sso }) =>
      html`<p>${sso.gone}</p>
        <p><a href="${startUrl}">${common.beginAgain}</a></p>`,
  )
}

export function viewSuspended(organization: string): View {
  return notSignedIn(
    ({ sso }) =>
      html`<p>${fill(sso.suspended, { organization: strong(organization) })}</p>`,
  )
}

export function viewChangedEnough(): View {
  return notSignedIn(({ sso }) => html`<p>${sso.changedEnough}</p>`)
}

export function viewNoAddress(): View {
  const attribute = html`<code dir="ltr">email</code>`
  return notSignedIn(({ sso }) => html`<p>${fill(sso.noAddress, { attribute })}</p>`)
}

export function viewTooManyToday(organization: string): View {
  return notSignedIn(
    ({ sso }) =>
      html`<p>${fill(sso.tooManyToday, { organization: strong(organization) })}</p>`,
  )
}

function notSignedIn(write: (words: Words) => Html): View {
  return pageIn((words) => ({
    title: words.common.notSignedIn,
    content: write(words),
  }))
}

/** The same for addresses with an account and without. */
export function viewMailed(email: string, organization: string, signInUrl: string): View {
  return pageIn(({ common, sso }) => {
    const link = html`<a href="${signInUrl}">${sso.mailedLink}</a>`
    return {
      title: common.lookIntoMail,
      content: html`<p>
          ${fill(sso.mailed, { organization: strong(organization), email })}
        </p>
        <p>${fill(sso.mailedHaveAccount, { link })}</p>
        <p class="soft">${sso.notMailed}</p>`,
    }
  })
}

export function viewOpening(email: string, organization: string): View {
  const named = { organization: strong(organization), email }
  return signInTo(
    organization,
    ({ sso }) =>
      html`<p>${fill(sso.opens, named)}</p>
        <p>${fill(sso.thenSignedIn, named)}</p>`,
    'ifNotBegun',
  )
}

export function viewAsking(email: string, organization: string): View {
  const named = { organization: strong(organization), email }
  return signInTo(
    organization,
    ({ sso }) =>
      html`<p>${fill(sso.asks, named)}</p>
        <p>${fill(sso.thenSignedIn, named)}</p>`,
    'ifUnknown',
  )
}

export function viewReplacing(organization: string): View {
  const named = { organization: strong(organization) }
  return pageIn(({ common, sso }) => ({
    title: fillText(sso.signInTo, { organization }),
    content: html`<p>${fill(sso.replaces, named)}</p>
      <form method="post"><button type="submit">${common.goOn}</button></form>
      <p class="soft">${common.closeThePage}</p>`,
  }))
}

/** A page that asks before it signs in. */
function signInTo(
  organization: string,
  write: (words: Words) => Html,
  advice: 'ifNotBegun' | 'ifUnknown',
): View {
  return pageIn((words) => ({
    title: fillText(words.sso.signInTo, { organization }),
    content: html`${write(words)}
      <form method="post"><button type="submit">${words.common.goOn}</button></form>
      <p class="soft">${words.sso[advice]}</p>`,
  }))
}
