import type { EmailChange } from '@lectern/contract/email-change.ts'

import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import { emailPath, methodsPath, signInPath } from '#/features/joining/sign-in/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html, strong } from '#/platform/html/html.ts'

import type { WaitingChange } from './confirm-change.ts'
import { maskedAddress } from './masked-address.ts'

/** What is wrong with the form that was sent. */
export type EmailProblem = 'not an address' | 'too many changes' | keyof Words['failures']

interface EmailPage {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly email: string
  readonly pending: EmailChange
  /** Whether the sign-in is so recent that a change may be begun. */
  readonly mayChange: boolean
  readonly problem: EmailProblem | undefined
}

/** The page of the mail address of an account. */
export function viewEmailChange({
  config: { PUBLIC_URL },
  email: address,
  pending,
  mayChange,
  problem,
}: EmailPage): View {
  const url = `${PUBLIC_URL}${emailPath}`
  const again = `${PUBLIC_URL}${signInPath}?again=1&to=${emailPath}`
  return pageIn((words) => {
    const { common, email } = words
    const said = problem && problemIn(words, problem)
    const link = html`<a href="${again}">${words.methods.signInAgainLink}</a>`
    return {
      title: email.title,
      isError: problem !== undefined,
      content: html`${said && html`<p class="alarm" id="problem" role="alert">${said}</p>`}
        <p>${fill(email.has, { email: strong(address) })}</p>
        ${pending.isPending ? pendingPart(email, pending, url) : undefined}
        ${
          mayChange
            ? changeForm(email, url, said !== undefined)
            : html`<p>${fill(email.signInAgain, { link })}</p>`
        }
        <p><a href="${PUBLIC_URL}${methodsPath}">${common.howYouSignIn}</a></p>`,
    }
  })
}

function problemIn({ email, failures, signIn }: Words, problem: EmailProblem): Html {
  if (problem === 'not an address') {
    return fill(signIn.addressProblem, { example: 'ann@example.com' })
  }
  const text = problem === 'too many changes' ? email.tooManyChanges : failures[problem]
  return html`${text}`
}

function pendingPart(
  email: Words['email'],
  { newEmail = '', isFormerConfirmed, isNewConfirmed, expiresAt = '' }: EmailChange,
  url: string,
): Html {
  const until = html`<span dir="ltr"
    >${expiresAt.slice(0, 16).replace('T', ', ')} UTC</span
  >`
  return html`<h2>${fill(email.becomes, { email: newEmail })}</h2>
    <p>${fill(email.linksSent, { time: until })}</p>
    <p>
      ${isFormerConfirmed === true ? email.formerConfirmed : email.formerWaits}
      ${isNewConfirmed === true ? email.newConfirmed : email.newWaits}
    </p>
    <form method="post" action="${url}/withdraw">
      <button type="submit" class="second">${email.keep}</button>
    </form>`
}

function changeForm(email: Words['email'], url: string, isWrong: boolean): Html {
  const marks = isWrong
    ? html`aria-describedby="problem" aria-invalid="true" autofocus`
    : undefined
  return html`<form method="post" action="${url}">
    <label for="email">${email.newAddress}</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      maxlength="254"
      autocomplete="email"
      ${marks}
    />
    <button type="submit">${email.change}</button>
  </form>`
}

/** The page that asks before confirming: programs that open every link must change nothing. */
export function viewConfirm({ formerEmail, newEmail }: WaitingChange): View {
  return pageIn(({ email }) => ({
    title: email.confirmTitle,
    content: html`<p>
        ${fill(email.confirmText, {
          former: maskedAddress(formerEmail),
          email: strong(newEmail),
        })}
      </p>
      <form method="post"><button type="submit">${email.confirm}</button></form>
      <p class="soft">${email.confirmHint}</p>`,
  }))
}

export function viewWaiting(): View {
  return pageIn(({ email }) => ({
    title: email.waitingTitle,
    content: html`<p>${email.waiting}</p>`,
  }))
}

export function viewDone(publicUrl: string, address: string): View {
  return pageIn(({ common, email }) => ({
    title: email.doneTitle,
    content: html`<p>${fill(email.done, { email: strong(address) })}</p>
      <p><a href="${publicUrl}${methodsPath}">${common.howYouSignIn}</a></p>`,
  }))
}

/** It is shown to somebody who reads the mail of the address: they may know. */
export function viewTaken(publicUrl: string): View {
  return pageIn(({ email }) => ({
    title: email.takenTitle,
    content: html`<p>${email.taken}</p>
      <p><a href="${publicUrl}${emailPath}">${email.title}</a></p>`,
  }))
}

/** It tells nothing of the change to a browser that is not signed in to its account. */
export function viewNotHere(publicUrl: string, path: string): View {
  const query = new URLSearchParams({ again: '1', to: path }).toString()
  return pageIn(({ email }) => ({
    title: email.notHereTitle,
    content: html`<p>${email.notHere}</p>
      <p><a href="${publicUrl}${signInPath}?${query}">${email.notHereLink}</a></p>
      <p class="soft">${email.notHereHint}</p>`,
  }))
}

export function viewWithdraw(): View {
  return pageIn(({ email }) => ({
    title: email.withdrawTitle,
    content: html`<p>${email.withdraw}</p>
      <form method="post"><button type="submit">${email.withdrawButton}</button></form>`,
  }))
}

export function viewWithdrawn(publicUrl: string): View {
  const url = `${publicUrl}${signInPath}?to=${methodsPath}`
  return pageIn(({ email }) => {
    const link = html`<a href="${url}">${email.withdrawnLink}</a>`
    return {
      title: email.withdrawnTitle,
      content: html`<p>${fill(email.withdrawn, { link })}</p>`,
    }
  })
}

export function viewOver(publicUrl: string): View {
  return pageIn(({ common, email }) => ({
    title: common.linkDoesNotWork,
    content: html`<p>${email.over}</p>
      <p><a href="${publicUrl}${emailPath}">${email.title}</a></p>`,
  }))
}
