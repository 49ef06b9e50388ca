import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { providersPath } from './sign-in-links.ts'

interface Words {
  readonly words: 'Sign in with' | 'Connect with'
  /** Where somebody wants to go from there. */
  readonly to: string | undefined
}

/**
 * Links to the identity providers of the installation. They are no forms: browsers let a form of
 * these pages lead to no other origin.
 */
export function providerLinks(
  { PUBLIC_URL, SIGN_IN_PROVIDERS }: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_PROVIDERS'>,
  { words, to }: Words,
): Html {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  return SIGN_IN_PROVIDERS.reduce<Html>(
    (before, { id, label }) =>
      html`${before}
        <p>
          <a class="second" href="${PUBLIC_URL}${providersPath}/${id}${query}"
            >${words} ${label}</a
          >
        </p>`,
    html``,
  )
}
