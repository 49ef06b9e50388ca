import type { Direction } from '#/model.ts'

import { contentId, menuId } from './ids.ts'
import { headerPreset } from './palette.ts'
import type { DocumentParts } from './views.ts'

const languageTag = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/

/** Composes a document from parts that were rendered and cached one by one. */
export function composeDocument(parts: DocumentParts): string {
  const {
    frame,
    tree = '',
    outline = '',
    breadcrumbs = '',
    actions = '',
    foot = '',
  } = parts
  const bar =
    breadcrumbs === '' && actions === ''
      ? ''
      : `<div class="page-bar">${breadcrumbs}${actions}</div>`
  return `${opening(parts.language, parts.direction, attributesOf(parts))}${parts.head}</head>
<body>
${frame.before}
<div class="layout" ${layoutOf(parts)}>
<div id="${menuId}" class="site-menu" popover>${frame.menu}${tree}${frame.menuEnd}</div>
${outline}
<main id="${contentId}" class="content" tabindex="-1">${bar}<article class="article">${parts.body}</article>${foot}</main>
</div>
${frame.after}
</body>
</html>
`
}

const shown = (is: boolean) => (is ? 'shown' : 'none')

function layoutOf({ tree, hasTreeColumn, outline, width }: DocumentParts): string {
  const hasTree = (tree ?? '') !== '' && hasTreeColumn !== false
  return `data-tree="${shown(hasTree)}" data-outline="${shown((outline ?? '') !== '')}" data-width="${width ?? 'default'}"`
}

/** The markup from the doctype to the beginning of the head's own content. */
export function opening(
  language: string,
  direction: Direction,
  attributes: string,
): string {
  const lang = languageTag.test(language) ? language : 'en'
  const dir = direction === 'rtl' ? 'rtl' : 'ltr'
  return `<!doctype html>
<html lang="${lang}" dir="${dir}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
`
}

/** The attributes that choose a look in the style sheet; colours are in the theme's own sheet. */
function attributesOf({ customization, frame }: DocumentParts): string {
  const { styling, header, themes } = customization
  const choices = {
    header: headerPreset(header.preset, styling.theme),
    sidebar: styling.sidebar.background,
    list: styling.sidebar.list,
    search: styling.search,
  }
  const listed = Object.entries(choices)
    .filter(([, value]) => /^[a-z]+$/.test(value))
    .map(([name, value]) => ` data-${name}="${value}"`)
  const fixed = themes.toggeable ? '' : ' data-theme-fixed=""'
  const theme = themeOf(customization)
  const mark = frame.announcementMark
  const announced = mark === undefined ? '' : ` data-announcement="${mark}"`
  return `${theme === undefined ? '' : ` data-theme="${theme}"`}${fixed}${announced}${listed.join('')}`
}

/**
 * The theme of a first visit. Light is the setting of a site that says nothing, so that readers who
 * may choose see what their system asks for, without a script too.
 */
function themeOf({ themes }: DocumentParts['customization']): string | undefined {
  if (themes.default === 'dark') return 'dark'
  return themes.toggeable ? undefined : 'light'
}
