import type { SecondFactor } from '@lectern/contract/second-factor.ts'
import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import { pageIn, type View, type Words } from '#/features/joining/page-words/public.ts'
import type { PasswordFault } from '#/features/people/sign-in-methods/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { listMethods } from './method-list.ts'
import { passkeyScript } from './passkey-script.ts'
import { addPasskeyForm } from './passkey-view.ts'
import { providerLinks } from './provider-links.ts'
import { secondFactorPart } from './second-factor-part.ts'
import { emailPath, methodsPath, signInPath } from './sign-in-links.ts'

/** What is wrong with a form that was sent. */
export type MethodsProblem =
  | { readonly refusal: keyof Words['failures'] }
  | { readonly password: PasswordFault }

interface MethodsPage {
  readonly config: Pick<
    Config,
    'PUBLIC_URL' | 'SIGN_IN_PASSWORD' | 'SIGN_IN_PASSKEY' | 'SIGN_IN_PROVIDERS'
  >
  readonly factor: SecondFactor
  /** Whether the sign-in is so recent that something may be changed. */
  readonly mayChange: boolean
  readonly problem: MethodsProblem | undefined
}

/** The page of the ways in of an account. */
export function viewMethods(
  methods: readonly SignInMethod[],
  { config, factor, mayChange, problem }: MethodsPage,
): View {
  const url = `${config.PUBLIC_URL}${methodsPath}`
  const again = `${config.PUBLIC_URL}${signInPath}?again=1&to=${methodsPath}`
  return pageIn((words) => {
    const { common, methods: said } = words
    const has = methods.some(({ type }) => type === 'password')
    const form = { has, url, fault: faultIn(problem) }
    const link = html`<a href="${again}">${said.signInAgainLink}</a>`
    const forms = mayChange
      ? html`${config.SIGN_IN_PASSKEY ? addPasskeyForm(words, config) : undefined}
        ${config.SIGN_IN_PASSWORD ? passwordForm(words, form) : undefined}
        ${providerLinks(config, { pattern: said.connectWith, to: methodsPath })}`
      : html`<p>${fill(said.signInAgain, { link })} ${said.needsProof}</p>`
    return {
      title: common.howYouSignIn,
      isError: problem !== undefined,
      content: html`${refusalIn(words, problem)}
        ${listMethods(words, methods, mayChange ? url : undefined)}
        ${secondFactorPart(words, factor, { ...config, mayChange })} ${forms}
        <p class="soft">${said.afterChange}</p>
        <p><a href="${config.PUBLIC_URL}${emailPath}">${said.mailAddress}</a></p>
        <p><a href="${config.PUBLIC_URL}${signInPath}">${common.back}</a></p>
        ${passkeyScript.element}`,
    }
  })
}

function faultIn(problem: MethodsProblem | undefined): PasswordFault | undefined {
  return problem !== undefined && 'password' in problem ? problem.password : undefined
}

function refusalIn(
  { failures }: Words,
  problem: MethodsProblem | undefined,
): Html | undefined {
  return problem !== undefined && 'refusal' in problem
    ? html`<p class="alarm" role="alert">${failures[problem.refusal]}</p>`
    : undefined
}

interface PasswordForm {
  /** Whether the account has a password already. */
  readonly has: boolean
  readonly url: string
  readonly fault: PasswordFault | undefined
}

function passwordForm(
  { methods, passwordProblems }: Words,
  { has, url, fault }: PasswordForm,
): Html {
  const marks =
    fault === undefined
      ? html`aria-describedby="rule"`
      : html`aria-describedby="problem rule" aria-invalid="true" autofocus`
  const count = html`${String(fault?.count)}`
  const text = fault && fill(passwordProblems[fault.kind], { count })
  const problem = text && html`<p class="alarm" id="problem" role="alert">${text}</p>`
  return html`<h2>${has ? methods.changePasswordTitle : methods.setPasswordTitle}</h2>
    <form method="post" action="${url}/password">
      <label for="password">${methods.newPassword}</label>
      ${problem}
      <input
        id="password"
        name="password"
        type="password"
        required
        minlength="12"
        maxlength="200"
        autocomplete="new-password"
        dir="ltr"
        ${marks}
      />
      <p class="soft" id="rule">${methods.passwordRule}</p>
      <button type="submit">${has ? methods.changePassword : methods.setPassword}</button>
    </form>`
}
