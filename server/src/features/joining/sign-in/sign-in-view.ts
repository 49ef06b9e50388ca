import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { passkeyScript } from './passkey-script.ts'
import { usePasskeyForm } from './passkey-view.ts'
import { providerLinks } from './provider-links.ts'
import { signInPath } from './sign-in-links.ts'

type WayIn = 'SIGN_IN_LINK' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY'

type Problem = 'addressProblem' | 'passwordProblem' | 'passkeyProblem'

interface SignInPage {
  readonly config: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_PROVIDERS' | WayIn>
  readonly to: string | undefined
  /** Whether somebody is to prove anew who they are. */
  readonly isAgain?: boolean
  /** What is wrong with the form that was sent. */
  readonly problem?: Problem
}

/** The page with the ways in. It never shows what was typed: it is the same for everybody. */
export function viewSignIn({ config, to, isAgain, problem }: SignInPage): View {
  const { PUBLIC_URL, SIGN_IN_LINK: byMail, SIGN_IN_PASSWORD: byPassword } = config
  const url = `${PUBLIC_URL}${signInPath}`
  return pageIn((words) => {
    const { common, signIn } = words
    const form = html`<form
      method="post"
      action="${url}/${byPassword ? 'password' : 'mail'}"
    >
      ${rememberedPath(to)}${emailField(words, problem)}
      ${byPassword ? passwordField(words, problem) : undefined}
      ${byMail ? mailButton(words, byPassword, url) : undefined}
    </form>`
    return {
      title: common.signInToLectern,
      isError: problem !== undefined,
      content: html`${alertOf(words, problem)} ${byMail || byPassword ? form : undefined}
        ${config.SIGN_IN_PASSKEY ? usePasskeyForm(words, config, to) : undefined}
        ${providerLinks(config, {
          pattern: signIn.withProvider,
          to,
          isAgain: isAgain === true,
        })}
        <p class="soft">${fill(signIn.noMail, { command })}</p>
        ${passkeyScript.element}`,
    }
  })
}

const command = html`<code dir="ltr">lectern-server admin link</code>`

function alertOf({ signIn }: Words, problem: Problem | undefined): Html | undefined {
  const text = problem && fill(signIn[problem], { example: 'ann@example.com' })
  return text && html`<p class="alarm" id="problem" role="alert">${text}</p>`
}

function passwordField({ common, signIn }: Words, problem: Problem | undefined): Html {
  const marks =
    problem === 'passwordProblem'
      ? html`aria-describedby="problem" aria-invalid="true"`
      : undefined
  return html`<label for="password">${signIn.yourPassword}</label>
    <input
      id="password"
      name="password"
      type="password"
      required
      maxlength="200"
      autocomplete="current-password"
      dir="ltr"
      ${marks}
    />
    <button type="submit">${common.signIn}</button>`
}

/** The button that needs no password, beside one that does. */
function mailButton({ signIn }: Words, byPassword: boolean, url: string): Html {
  return html`<p class="soft" id="hint">
      ${byPassword ? signIn.noPassword : undefined} ${signIn.linkGoes}
    </p>
    <button
      type="submit"
      ${byPassword ? html`class="second"` : undefined}
      formaction="${url}/mail"
      formnovalidate
      aria-describedby="hint"
    >
      ${signIn.mailLink}
    </button>`
}

function emailField({ common }: Words, problem: Problem | undefined): Html {
  const marks =
    problem === undefined || problem === 'passkeyProblem'
      ? undefined
      : html`aria-describedby="problem" aria-invalid="true" autofocus`
  return html`<label for="email">${common.yourAddress}</label>
    <input
      id="email"
      name="email"
      type="email"
      required
      maxlength="254"
      autocomplete="username"
      dir="ltr"
      ${marks}
    />`
}

/** The same for addresses with an account and without. */
export function viewMailed(): View {
  return pageIn(({ common, signIn }) => ({
    title: common.lookIntoMail,
    content: html`<p>${signIn.mailed}</p>
      <p class="soft">${signIn.notMailed}</p>`,
  }))
}

export function viewTooMany(): View {
  return pageIn(({ signIn }) => ({
    title: signIn.tooMany,
    content: html`<p>${signIn.tooManyText}</p>`,
  }))
}

/** The page for a form that may have come from a page of another origin. */
export function viewRefused(): View {
  return pageIn(({ common, failures }) => ({
    title: common.didNotWork,
    content: html`<p>${failures.crossSite}</p>`,
  }))
}

/** Where somebody wants to go, as a form takes it along. */
export function rememberedPath(to: string | undefined): Html | undefined {
  return to === undefined
    ? undefined
    : html`<input type="hidden" name="to" value="${to}" />`
}
