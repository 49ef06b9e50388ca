import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import { emojiIcon } from '#/shell/emoji-icon.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import type { SiteAt } from '#/serve/places/site-at.ts'

/** The file name of an emoji icon: the policy of pages allows no inline picture. */
export function iconNameOf({
  favicon,
}: Pick<SiteCustomizationSettings, 'favicon'>): string | undefined {
  return 'emoji' in favicon ? `${digestOf(emojiIcon(favicon.emoji))}.svg` : undefined
}

/** The picture of that name, if it is an icon of the site. */
export function findIcon(
  { published: { customizations } }: SiteAt,
  name: string,
): string | undefined {
  const all = [customizations.site, ...Object.values(customizations.siteSpaces)]
  const favicon = all.find((each) => iconNameOf(each) === name)?.favicon
  return favicon !== undefined && 'emoji' in favicon
    ? emojiIcon(favicon.emoji)
    : undefined
}
