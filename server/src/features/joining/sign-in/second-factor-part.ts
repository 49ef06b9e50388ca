import type { SecondFactor } from '@lectern/contract/second-factor.ts'

import type { Words } from '#/features/joining/page-words/public.ts'
import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { methodsPath } from './sign-in-links.ts'

interface Place extends Pick<Config, 'PUBLIC_URL'> {
  readonly mayChange: boolean
}

/** What the page of the ways in says of the second factor, with its forms where it may be changed. */
export function secondFactorPart(
  { factor }: Words,
  { isSet, setAt = '', recoveryCodesLeft }: SecondFactor,
  { PUBLIC_URL, mayChange }: Place,
): Html {
  const url = `${PUBLIC_URL}${methodsPath}/second-factor`
  const facts = {
    day: html`${setAt.slice(0, 10)}`,
    count: html`${String(recoveryCodesLeft)}`,
  }
  const state = isSet
    ? html`<p>${fill(factor.isSet, facts)}</p>`
    : html`<p class="soft">${factor.isNotSet}</p>`
  const forms = isSet
    ? html`${button(`${url}/codes`, factor.newCodes)}
      ${button(`${url}/offer`, factor.changeApp)}
      ${button(`${url}/remove`, factor.remove)}`
    : button(`${url}/offer`, factor.set)
  return html`<h2>${factor.title}</h2>
    ${state} ${mayChange ? forms : undefined}`
}

function button(url: string, text: string): Html {
  return html`<form method="post" action="${url}">
    <button type="submit" class="second">${text}</button>
  </form>`
}
