import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import { fill, fillText } from '#/platform/html/fill.ts'
import { type Html, html, strong } from '#/platform/html/html.ts'

import type { Accepted } from './accept-welcome.ts'
import type { Welcome } from './find-welcome.ts'

/** A submitted form whose name was refused. */
export interface Attempt {
  readonly typedName: string
}

/** The page that shows the offer of a link. */
export function viewWelcome(offered: Welcome, attempt?: Attempt): View {
  return pageIn((words) => {
    const { welcome } = words
    const isError = attempt !== undefined
    if (offered.kind === 'take-over-account') {
      const form = { action: welcome.confirm, name: offered.displayName, attempt }
      return {
        title: welcome.title,
        isError,
        content: html`<p>${welcome.waiting}</p>
          ${addressLine(words, offered.email)} ${nameForm(words, form)}`,
      }
    }
    const { organizationTitle: organization } = offered.invite
    return {
      title: fillText(welcome.joinTitle, { organization }),
      isError,
      content: html`<p>${invitation(words, offered.invite)}</p>
        ${
          offered.kind === 'open-account'
            ? opening(words, offered.email, attempt)
            : joining(words, offered)
        }`,
    }
  })
}

function opening(words: Words, email: string, attempt: Attempt | undefined): Html {
  const { welcome } = words
  const form = { action: welcome.openAndJoin, name: '', attempt }
  return html`<p>${welcome.choose}</p>
    ${addressLine(words, email)} ${nameForm(words, form)}`
}

function joining(
  { welcome }: Words,
  { displayName, email }: Extract<Welcome, { kind: 'join' }>,
): Html {
  return html`<p>${fill(welcome.haveAccount, { name: strong(displayName), email })}</p>
    <form method="post"><button type="submit">${welcome.join}</button></form>`
}

export function viewAccepted(
  { organizationTitle: organization, token, ssoOf }: Accepted,
  { publicUrl, isSignedIn }: { readonly publicUrl: string; readonly isSignedIn: boolean },
): View {
  return pageIn((words) => {
    const { welcome } = words
    const title =
      organization === undefined
        ? welcome.accountReady
        : fillText(welcome.member, { organization })
    if (ssoOf !== undefined) {
      return { title, content: toSingleSignOn(words, `${publicUrl}/sso/${ssoOf}`) }
    }
    if (token === undefined) return { title, content: html`<p>${welcome.closePage}</p>` }
    return {
      title,
      content: html`${isSignedIn ? signedIn(words, publicUrl) : undefined}
      ${firstToken(words, token, publicUrl)}`,
    }
  })
}

function firstToken({ welcome }: Words, token: string, publicUrl: string): Html {
  const command = `curl -H "Authorization: Bearer ${token}" ${publicUrl}/v1/user`
  return html`<p>${welcome.firstToken}</p>
    <label for="token">${welcome.token}</label>
    <input
      id="token"
      value="${token}"
      readonly
      autocomplete="off"
      spellcheck="false"
      dir="ltr"
    />
    <p class="alarm">${welcome.tokenOnce}</p>
    <label for="example">${welcome.example}</label>
    <textarea
      id="example"
      rows="4"
      readonly
      autocomplete="off"
      spellcheck="false"
      dir="ltr"
    >
${command}</textarea>`
}

function toSingleSignOn({ welcome }: Words, url: string): Html {
  return html`<p>${welcome.toSso}</p>
    <p><a href="${url}">${welcome.toSsoLink}</a></p>`
}

function signedIn({ welcome }: Words, publicUrl: string): Html {
  const link = html`<a href="${publicUrl}/~sign-in/methods">${welcome.signedInLink}</a>`
  return html`<p>${fill(welcome.signedIn, { link })}</p>`
}

export function viewGone(): View {
  return pageIn(({ common, welcome }) => ({
    title: common.linkDoesNotWork,
    content: html`<p>${welcome.gone}</p>
      <h2>${common.whatYouCanDo}</h2>
      <p>${welcome.goneHelp}</p>`,
  }))
}

interface Invitation {
  readonly inviterName: string | undefined
  readonly organizationTitle: string
}

function invitation(
  { welcome }: Words,
  { inviterName, organizationTitle }: Invitation,
): Html {
  const organization = strong(organizationTitle)
  return inviterName === undefined
    ? fill(welcome.invited, { organization })
    : fill(welcome.invitedBy, { inviter: strong(inviterName), organization })
}

function addressLine({ welcome }: Words, email: string): Html {
  return html`<p class="soft">${fill(welcome.address, { email: strong(email) })}</p>`
}

interface NameForm {
  readonly action: string
  readonly name: string
  readonly attempt: Attempt | undefined
}

function nameForm({ common }: Words, { action, name, attempt }: NameForm): Html {
  const marks =
    attempt === undefined
      ? html`aria-describedby="hint"`
      : html`aria-describedby="problem hint" aria-invalid="true" autofocus`
  const problem =
    attempt && html`<p class="alarm" id="problem" role="alert">${common.nameProblem}</p>`
  return html`<form method="post">
    <label for="name">${common.yourName}</label>
    ${problem}
    <input
      id="name"
      name="displayName"
      value="${attempt?.typedName ?? name}"
      required
      maxlength="64"
      autocomplete="name"
      dir="auto"
      ${marks}
    />
    <p class="soft" id="hint">${common.nameSeen}</p>
    <button type="submit">${action}</button>
  </form>`
}
