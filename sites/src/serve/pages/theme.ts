import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { FontFile } from '#/assets/assets.ts'
import { themeCss } from '#/shell/theme-css.ts'
import { byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import type { SiteAt } from '#/serve/places/site-at.ts'

export interface Themes {
  /** The name of the style sheet with a site's own colours and fonts. */
  readonly nameOf: (customization: SiteCustomizationSettings) => string
  /** The style sheet of that name, if the site uses it or used it recently. */
  readonly find: (site: SiteAt, name: string) => string | undefined
}

const sheetBytesMax = 4_000_000

export function createThemes(fonts: readonly FontFile[]): Themes {
  const names = new WeakMap<SiteCustomizationSettings, string>()
  /** Style sheets by site and name: a page in a cache may still ask for an earlier one. */
  const sheets = byteLru<string>(sheetBytesMax)

  function nameOf(customization: SiteCustomizationSettings): string {
    const known = names.get(customization)
    if (known !== undefined) return known
    const name = `${digestOf(cssOf(customization))}.css`
    names.set(customization, name)
    return name
  }

  function cssOf(customization: SiteCustomizationSettings): string {
    // Beside the folder of the style sheet, whatever the base path of the site is.
    const fontFolder = '../~assets/'
    const customFontFolder = '../~fonts/'
    return themeCss(customization, { fonts, fontFolder, customFontFolder })
  }

  return {
    nameOf,
    find({ scope, published: { customizations } }, name) {
      const key = `${scope.siteId}/${name}`
      for (const customization of [
        customizations.site,
        ...Object.values(customizations.siteSpaces),
      ]) {
        if (nameOf(customization) !== name) continue
        const css = cssOf(customization)
        sheets.set(key, css, css.length * 2)
        return css
      }
      return sheets.get(key)
    },
  }
}
