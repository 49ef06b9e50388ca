import type { Config } from '#/platform/config/config.ts'
import { html } from '#/platform/html/html.ts'
import { page } from '#/platform/html/page.ts'

import { codePath, signInPath } from './sign-in-links.ts'

interface CodePage {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly to: string | undefined
  readonly problem?: string
}

/** The page that asks for a code, once a password was right or a link was opened. */
export function viewCode({ config, to, problem }: CodePage): string {
  const marks =
    problem === undefined
      ? html`aria-describedby="hint"`
      : html`aria-describedby="problem hint" aria-invalid="true"`
  return page(
    'Your code',
    html`<form method="post" action="${config.PUBLIC_URL}${codePath}">
        ${to && html`<input type="hidden" name="to" value="${to}" />`}
        <label for="code">The code that your app shows now</label>
        ${problem && html`<p class="alarm" id="problem" role="alert">${problem}</p>`}
        <input
          id="code"
          name="code"
          required
          maxlength="40"
          inputmode="text"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          autofocus
          ${marks}
        />
        <p class="soft" id="hint">Without the app, type one of your recovery codes.</p>
        <button type="submit">Sign in</button>
      </form>
      <p class="soft">
        Neither app nor codes? Whoever runs this installation makes a link that signs you
        in, with <code>lectern-server admin link</code> and your address.
      </p>
      <p><a href="${config.PUBLIC_URL}${signInPath}?again=1">Begin again</a></p>`,
  )
}
