import { bookIcon } from '#/shell/book-icon.ts'
import { drawnIcon, findIcon } from '#/serve/views/site-icon.ts'
import { printSheet, printSheetName } from '#/serve/print/print-sheet.ts'
import type { SiteAt } from '#/serve/places/site-at.ts'

import type { Tools } from './tools.ts'
import { plain, type Produced, redirect } from './visit.ts'

const immutable = 'public, max-age=31536000, immutable'

/** Answers with a built file or the style sheet of prints, which are the same for every site. */
export function answerAsset({ assets }: Tools, name: string): Produced {
  if (name === printSheetName) return styleSheet(printSheet)
  const file = assets.files.get(name)
  if (file === undefined) return plain(404, 'There is no such file.')
  return {
    status: 200,
    headers: {
      'content-type': file.contentType,
      'cache-control': immutable,
      vary: 'accept-encoding',
    },
    body: file.body,
    isCacheable: true,
  }
}

export function answerTheme({ themes }: Tools, site: SiteAt, name: string): Produced {
  const css = themes.find(site, name)
  return css === undefined ? plain(404, 'There is no such style sheet.') : styleSheet(css)
}

/** Answers with a font that the organization of the site uploaded. */
export async function answerFont(
  { customFonts }: Tools,
  site: SiteAt,
  name: string,
): Promise<Produced> {
  const font = await customFonts.find(site, name)
  if (font === undefined) return plain(404, 'There is no such font.')
  return {
    status: 200,
    headers: { 'content-type': font.contentType, 'cache-control': immutable },
    body: font.body,
    // It is kept already, and packed by itself.
    isCacheable: false,
  }
}

export function answerIcon(site: SiteAt, name: string): Produced {
  const svg = findIcon(site, name)
  return svg === undefined
    ? plain(404, 'There is no such icon.')
    : immutableText('image/svg+xml', svg)
}

/** Answers what browsers ask of every host, even where a page names its icon or has no head. */
export function answerFavicon({ published }: SiteAt): Produced {
  const settings = published.customizations.site
  const { favicon } = settings
  return 'icon' in favicon
    ? redirect(favicon.icon.light, 'temporary')
    : dayLong(drawnIcon(settings) ?? '')
}

/** The icon of a host that several sites may share. */
export function faviconOfHost(): Produced {
  return dayLong(bookIcon(''))
}

function dayLong(svg: string): Produced {
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=86400',
    },
    body: svg,
    isCacheable: false,
  }
}

function styleSheet(css: string): Produced {
  return immutableText('text/css; charset=utf-8', css)
}

function immutableText(contentType: string, body: string): Produced {
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'cache-control': immutable,
      vary: 'accept-encoding',
    },
    body,
    isCacheable: true,
  }
}
