import type { Config } from '#/platform/config/config.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { providersPath } from './sign-in-links.ts'

interface Words {
  readonly words: 'Sign in with' | 'Connect with'
  /** Where somebody wants to go from there. */
  readonly to: string | undefined
  /** Whether they are to prove anew who they are. */
  readonly isAgain?: boolean
}

/** Where a sign-in with a provider begins. */
export function providerUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { id }: { readonly id: string },
  { to, isAgain = false }: Omit<Words, 'words'>,
): string {
  const query = new URLSearchParams({
    ...(isAgain && { again: '1' }),
    ...(to !== undefined && { to }),
  }).toString()
  return `${PUBLIC_URL}${providersPath}/${id}${query === '' ? '' : `?${query}`}`
}

/**
 * Links to the identity providers of the installation. They are no forms: browsers let a form of
 * these pages lead to no other origin.
 */
export function providerLinks(
  config: Pick<Config, 'PUBLIC_URL' | 'SIGN_IN_PROVIDERS'>,
  { words, ...on }: Words,
): Html {
  return config.SIGN_IN_PROVIDERS.reduce<Html>(
    (before, { id, label }) =>
      html`${before}
        <p>
          <a class="second" href="${providerUrl(config, { id }, on)}"
            >${words} ${label}</a
          >
        </p>`,
    html``,
  )
}
