import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { methodsPath, signInPath } from './sign-in-links.ts'

type Place = Pick<Config, 'PUBLIC_URL'>

/** The button that signs in with a passkey; the script shows it where the browser is able to. */
export function usePasskeyForm({ PUBLIC_URL }: Place, to: string | undefined): Html {
  const url = `${PUBLIC_URL}${signInPath}/passkey`
  return html`<form method="post" action="${url}" data-passkey="${url}/options" hidden>
    <input type="hidden" name="answer" />
    <input type="hidden" name="to" value="${to ?? ''}" />
    <p class="alarm" role="alert" hidden>That did not work. Try again, or another way.</p>
    <button type="submit" class="second">Sign in with a passkey</button>
  </form>`
}

export function addPasskeyForm({ PUBLIC_URL }: Place): Html {
  const url = `${PUBLIC_URL}${methodsPath}/passkey`
  return html`<form method="post" action="${url}" data-passkey="${url}/options" hidden>
    <h2>Add a passkey</h2>
    <p class="soft">
      This device, your phone or a security key then signs you in, by your finger, your
      face or a code.
    </p>
    <input type="hidden" name="answer" />
    <p class="alarm" role="alert" hidden>That did not work. Try again.</p>
    <button type="submit" class="second">Add a passkey</button>
  </form>`
}
