import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import { bookIcon } from '#/shell/book-icon.ts'
import { emojiIcon } from '#/shell/emoji-icon.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import type { SiteAt } from '#/serve/places/site-at.ts'

type IconSettings = Pick<SiteCustomizationSettings, 'favicon' | 'styling'>

/** The icon that is drawn here: an emoji, or a book; undefined where the site has a picture. */
export function drawnIcon({ favicon, styling }: IconSettings): string | undefined {
  if ('icon' in favicon) return undefined
  return 'emoji' in favicon
    ? emojiIcon(favicon.emoji)
    : bookIcon(styling.primaryColor.light)
}

/** The file name of a drawn icon: the policy of pages allows no inline picture. */
export function iconNameOf(settings: IconSettings): string | undefined {
  const svg = drawnIcon(settings)
  return svg === undefined ? undefined : `${digestOf(svg)}.svg`
}

/** The picture of that name, if it is an icon of the site. */
export function findIcon(
  { published: { customizations } }: SiteAt,
  name: string,
): string | undefined {
  const all = [customizations.site, ...Object.values(customizations.siteSpaces)]
  const found = all.find((each) => iconNameOf(each) === name)
  return found === undefined ? undefined : drawnIcon(found)
}
