import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import type { ClosedOrganization } from '#/features/people/organizations/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill, fillText } from '#/platform/html/fill.ts'
import { type Html, html, strong } from '#/platform/html/html.ts'

import { methodsPath, type Person } from './sign-in-links.ts'
import { rememberedPath } from './sign-in-view.ts'

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
): View {
  return pageIn(({ common, signIn }) => ({
    title: common.signedIn,
    content: html`${lineOf(person)}
      ${to && html`<p><a href="${to}">${fill(signIn.goOnTo, { place: to })}</a></p>`}
      ${closed.reduce((before, each) => html`${before}${wayInto(signIn, each, PUBLIC_URL)}`, html``)}
      <p><a href="${PUBLIC_URL}${methodsPath}">${common.howYouSignIn}</a></p>
      <form method="post" action="${signOutUrl}">
        <button type="submit">${signIn.signOut}</button>
      </form>`,
  }))
}

function wayInto(
  { wantsSso, toSso }: Words['signIn'],
  { organizationId, title }: ClosedOrganization,
  publicUrl: string,
): Html {
  return html`<p>
    ${fill(wantsSso, { organization: strong(title) })}
    <a href="${publicUrl}/sso/${organizationId}"
      >${fill(toSso, { organization: title })}</a
    >
  </p>`
}

export function viewSignedOut(signInUrl: string): View {
  return pageIn(({ common }) => ({
    title: common.notSignedIn,
    content: html`<p><a href="${signInUrl}">${common.signIn}</a></p>`,
  }))
}

interface LinkPage {
  /** Who the browser is signed in as already. */
  readonly former: Person | undefined
  readonly to: string | undefined
}

/** The page that asks before signing in: programs that open every link must change nothing. */
export function viewSignInLink(person: Person, { former, to }: LinkPage): View {
  const isOther = former !== undefined && former.email !== person.email
  const name = person.displayName
  return pageIn(({ common, signIn }) => {
    const warned =
      isOther &&
      html`<p>
        ${fill(common.signedInAs, {
          name: strong(former.displayName),
          email: former.email,
        })}
      </p>`
    return {
      title: common.signInToLectern,
      content: html`${lineOf(person)}${warned === false ? undefined : warned}
        <form method="post">
          ${rememberedPath(to)}<button type="submit">
            ${isOther ? fillText(signIn.signInAs, { name }) : common.signIn}
          </button>
        </form>
        <p class="soft">${signIn.onlyIfAsked}</p>`,
    }
  })
}

export function viewGone(): View {
  return pageIn(({ common, signIn }) => ({
    title: common.linkDoesNotWork,
    content: html`<p>${signIn.linkGone}</p>
      <h2>${common.whatYouCanDo}</h2>
      <p>${signIn.linkGoneHelp}</p>`,
  }))
}

function lineOf({ displayName, email }: Person): Html {
  return html`<p>${strong(displayName)}, ${email}</p>`
}
