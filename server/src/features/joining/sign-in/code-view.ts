import { pageIn, type View } from '#/features/joining/page-words/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { html } from '#/platform/html/html.ts'

import { codePath, signInPath } from './sign-in-links.ts'

interface CodePage {
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly to: string | undefined
  /** Whether a code was wrong. */
  readonly isWrong?: boolean
}

/** The page that asks for a code, once a password was right or a link was opened. */
export function viewCode({ config, to, isWrong = false }: CodePage): View {
  const marks = isWrong
    ? html`aria-describedby="problem hint" aria-invalid="true"`
    : html`aria-describedby="hint"`
  return pageIn(({ code, common }) => ({
    title: code.title,
    isError: isWrong,
    content: html`<form method="post" action="${config.PUBLIC_URL}${codePath}">
        ${to && html`<input type="hidden" name="to" value="${to}" />`}
        <label for="code">${code.label}</label>
        ${isWrong ? html`<p class="alarm" id="problem" role="alert">${code.problem}</p>` : undefined}
        <input
          id="code"
          name="code"
          required
          maxlength="40"
          inputmode="text"
          autocomplete="one-time-code"
          autocapitalize="none"
          spellcheck="false"
          dir="ltr"
          autofocus
          ${marks}
        />
        <p class="soft" id="hint">${code.hint}</p>
        <button type="submit">${common.signIn}</button>
      </form>
      <p class="soft">
        ${fill(code.neither, { command: html`<code dir="ltr">lectern-server admin link</code>` })}
      </p>
      <p>
        <a href="${config.PUBLIC_URL}${signInPath}?again=1">${common.beginAgain}</a>
      </p>`,
  }))
}
