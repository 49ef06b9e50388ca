import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { FontFile } from '#/assets/assets.ts'

type Styling = SiteCustomizationSettings['styling']
type NamedFont = Extract<Styling['font'], string>
type NamedMonospaceFont = Extract<Styling['monospaceFont'], string>
type FontDefinition = Exclude<Styling['font'], string>

const sans =
  'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji"'
const serif =
  'ui-serif, Charter, "Iowan Old Style", "Noto Serif", Georgia, Cambria, "Times New Roman", serif'
const monospace =
  'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace'

/**
 * The families for each named font. Those whose licence allows it are served with the site; ABC
 * Favorit and Ubuntu apply if the reader has them installed, the system's own otherwise.
 */
const families: Readonly<Record<NamedFont, string>> = {
  ABCFavorit: `"ABC Favorit", ${sans}`,
  Inter: `Inter, ${sans}`,
  Roboto: `Roboto, ${sans}`,
  RobotoSlab: `"Roboto Slab", ${serif}`,
  OpenSans: `"Open Sans", ${sans}`,
  SourceSansPro: `"Source Sans 3", "Source Sans Pro", ${sans}`,
  Lato: `Lato, ${sans}`,
  Ubuntu: `Ubuntu, ${sans}`,
  Raleway: `Raleway, ${sans}`,
  Merriweather: `Merriweather, ${serif}`,
  Overpass: `Overpass, ${sans}`,
  NotoSans: `"Noto Sans", ${sans}`,
  IBMPlexSerif: `"IBM Plex Serif", ${serif}`,
  Poppins: `Poppins, ${sans}`,
  FiraSans: `"Fira Sans", ${sans}`,
}

const monospaceFamilies: Readonly<Record<NamedMonospaceFont, string>> = {
  FiraCode: `"Fira Code", ${monospace}`,
  IBMPlexMono: `"IBM Plex Mono", ${monospace}`,
  JetBrainsMono: `"JetBrains Mono", ${monospace}`,
  SourceCodePro: `"Source Code Pro", ${monospace}`,
  RobotoMono: `"Roboto Mono", ${monospace}`,
  SpaceMono: `"Space Mono", ${monospace}`,
  DMMono: `"DM Mono", ${monospace}`,
  Inconsolata: `Inconsolata, ${monospace}`,
}

export const bodyFamily = (font: Styling['font']) =>
  typeof font === 'string' ? known(families, font, sans) : customFamily(font, sans)

export const monospaceFamily = (font: Styling['monospaceFont']) =>
  typeof font === 'string'
    ? known(monospaceFamilies, font, monospace)
    : customFamily(font, monospace)

function known(
  stacks: Readonly<Record<string, string>>,
  name: string,
  otherwise: string,
) {
  return Object.hasOwn(stacks, name) ? (stacks[name] ?? otherwise) : otherwise
}

/**
 * The family of a font that an organization uploaded, in style sheets. It is made of the id alone:
 * the name that people gave it could hold anything, or be that of another font.
 */
function familyOf({ id }: FontDefinition): string | undefined {
  return /^[A-Za-z0-9]{1,64}$/.test(id) ? `"custom-font-${id}"` : undefined
}

function customFamily(font: FontDefinition, otherwise: string): string {
  const family = familyOf(font)
  return family === undefined ? otherwise : `${family}, ${otherwise}`
}

/** The part of a font that a page is likely to need first, by the language it is written in. */
const subsetOfLanguage: Readonly<Record<string, string>> = {
  bg: 'cyrillic',
  el: 'greek',
  ru: 'cyrillic',
  sr: 'cyrillic',
  uk: 'cyrillic',
  vi: 'vietnamese',
}

/** The files of a named font that a page in a language needs at once. */
export function fontsNeededFirst(
  font: Styling['font'],
  language: string,
  fonts: readonly FontFile[],
): readonly string[] {
  const [code = ''] = language.toLowerCase().split('-')
  const subset = subsetOfLanguage[code] ?? 'latin'
  return filesOf(font, fonts)
    .filter((file) => file.subset === subset && file.style === 'normal')
    .filter(({ weight }) => weight.includes(' ') || weight === '400')
    .map(({ name }) => name)
}

/** The `@font-face` rules of a named font; browsers load a file when a page has its characters. */
export function namedFaces(
  font: Styling['font'] | Styling['monospaceFont'],
  fonts: readonly FontFile[],
  folder: string,
): string {
  return filesOf(font, fonts)
    .map(
      ({ name, family, style, weight, range }) =>
        `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;src:url("${folder}${name}") format("woff2");unicode-range:${range}}\n`,
    )
    .join('')
}

function filesOf(
  font: Styling['font'] | Styling['monospaceFont'],
  fonts: readonly FontFile[],
): readonly FontFile[] {
  if (typeof font !== 'string') return []
  const stack = known(families, font, '') || known(monospaceFamilies, font, '')
  const [first = ''] = stack.split(',')
  const family = first.replaceAll('"', '')
  return fonts.filter((file) => file.family === family)
}

/** A file of a font that an organization uploaded. */
export interface CustomFontFile {
  readonly weight: number
  readonly format: 'woff2' | 'woff'
  /** The name of the file on the site, below `~fonts/`. */
  readonly name: string
  /** Where the api has it. */
  readonly path: string
}

const fontPath = /\/~fonts\/(\w{1,64}\/(\w{1,64})\/[\w-]{1,200})$/

/** The files of a custom font: of each face the first that the api can have. */
export function customFontFiles(
  font: Styling['font'] | Styling['monospaceFont'],
): readonly CustomFontFile[] {
  if (typeof font === 'string' || familyOf(font) === undefined) return []
  return font.fontFaces.flatMap(({ weight, sources: [source] }) => {
    const [, path, fileId] = fontPath.exec(source?.url ?? '') ?? []
    const isWeight = Number.isInteger(weight) && weight >= 1 && weight <= 1000
    if (path === undefined || fileId === undefined || !isWeight) return []
    const format = source?.format === 'woff' ? 'woff' : 'woff2'
    return [{ weight, format, name: `${fileId}.${format}`, path }]
  })
}

/** The file of a custom font that most text needs. */
export function customFontNeededFirst(font: Styling['font']): string | undefined {
  return customFontFiles(font).find(({ weight }) => weight === 400)?.name
}

/** The `@font-face` rules of a custom font, whose files the site itself serves. */
export function customFaces(
  font: Styling['font'] | Styling['monospaceFont'],
  folder: string,
): string {
  const family = typeof font === 'string' ? undefined : familyOf(font)
  if (family === undefined) return ''
  return customFontFiles(font)
    .map(
      ({ weight, format, name }) =>
        `@font-face{font-family:${family};font-weight:${weight};font-display:swap;src:url("${folder}${name}") format("${format}")}\n`,
    )
    .join('')
}
