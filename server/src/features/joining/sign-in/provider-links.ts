import type { Config } from '#/platform/config/config.ts'
import { fill } from '#/platform/html/fill.ts'
import { type Html, html } from '#/platform/html/html.ts'

import { providersPath } from './sign-in-links.ts'

interface Said {
  /** The text of a link, with `{provider}`. */
  readonly pattern: string
  /** Where somebody wants to go from there. */
  readonly to: string | undefined
  /** Whether they are to prove anew who they are. */
  readonly isAgain?: boolean
}

/** Where a sign-in with a provider begins. */
export function providerUrl(
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  { id }: { readonly id: string },
  { to, isAgain = false }: Omit<Said, 'pattern'>,
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
  { pattern, ...on }: Said,
): Html {
  return config.SIGN_IN_PROVIDERS.reduce<Html>(
    (before, { id, label: provider }) =>
      html`${before}
        <p>
          <a class="second" href="${providerUrl(config, { id }, on)}"
            >${fill(pattern, { provider })}</a
          >
        </p>`,
    html``,
  )
}
