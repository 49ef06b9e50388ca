import { isDeepStrictEqual } from 'node:util'

import type {
  SiteCustomizationOverrides,
  SiteCustomizationSettings,
} from '@lectern/contract/site-customization.ts'

import { invalidRequest } from '#/platform/errors/api-error.ts'

type Answered = Record<'before' | 'after', SiteCustomizationSettings>

/**
 * Refuses other values than those that are answered for what nobody can choose yet, so that an
 * answer can be sent back and nothing that is sent is dropped.
 */
export function refuseUnchosen(
  { styling, pageActions, socialAccounts }: SiteCustomizationOverrides,
  { before, after }: Answered,
): void {
  const fixed = before.styling.codeTheme
  if (!isDeepStrictEqual({ ...fixed, ...styling?.codeTheme }, fixed)) {
    throw notYet('styling.codeTheme', 'The colours of code cannot be chosen yet')
  }
  const items = pageActions?.items ?? before.pageActions.items
  if (![before, after].some((one) => isDeepStrictEqual(one.pageActions.items, items))) {
    throw notYet(
      'pageActions.items',
      'The order of page actions cannot be chosen yet, and each has a setting of its own: "pageActions.markdown", "pageActions.externalAI", "pageActions.mcp", "git.showEditLink" and "pdf.enabled"',
    )
  }
  if ((socialAccounts ?? []).length > 0) {
    throw notYet('socialAccounts', 'There are no social accounts of sites yet')
  }
}

function notYet(setting: string, why: string): Error {
  return invalidRequest(
    `${why}. Send "${setting}" as it was answered, or leave it out.`,
    [{ path: `body.${setting}`, message: 'cannot be chosen yet' }],
  )
}
