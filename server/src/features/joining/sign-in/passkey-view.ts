import type { Words } from '#/features/joining/page-words/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { methodsPath, signInPath } from './sign-in-links.ts'

type Place = Pick<Config, 'PUBLIC_URL'>

/** The button that signs in with a passkey; the script shows it where the browser is able to. */
export function usePasskeyForm(
  { signIn }: Words,
  { PUBLIC_URL }: Place,
  to: string | undefined,
): Html {
  const url = `${PUBLIC_URL}${signInPath}/passkey`
  return html`<form method="post" action="${url}" data-passkey="${url}/options" hidden>
    <input type="hidden" name="answer" />
    <input type="hidden" name="to" value="${to ?? ''}" />
    <p class="alarm" role="alert" hidden>${signIn.passkeyFailed}</p>
    <button type="submit" class="second">${signIn.usePasskey}</button>
  </form>`
}

export function addPasskeyForm({ methods }: Words, { PUBLIC_URL }: Place): Html {
  const url = `${PUBLIC_URL}${methodsPath}/passkey`
  return html`<form method="post" action="${url}" data-passkey="${url}/options" hidden>
    <h2>${methods.addPasskey}</h2>
    <p class="soft">${methods.passkeyText}</p>
    <input type="hidden" name="answer" />
    <p class="alarm" role="alert" hidden>${methods.passkeyFailed}</p>
    <button type="submit" class="second">${methods.addPasskey}</button>
  </form>`
}
