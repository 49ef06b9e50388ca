import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { FontFile } from '#/assets/assets.ts'

import { bodyFamily, customFaces, monospaceFamily, namedFaces } from './fonts.ts'
import { type Palette, paletteOf, statuses } from './palette.ts'

export interface ThemeOptions {
  /** The fonts that are served with the site, and the folder they are in. */
  readonly fonts?: readonly FontFile[]
  readonly fontFolder?: string
  /** The folder of the fonts that the organization uploaded. */
  readonly customFontFolder?: string
}

const radii = {
  straight: ['0', '0', '0'],
  rounded: ['6px', '10px', '8px'],
  circular: ['12px', '20px', '999px'],
} as const

const iconShapes = {
  regular: ['1.75', 'none', '1'],
  solid: ['1.75', 'currentColor', '1'],
  duotone: ['1.75', 'currentColor', '0.22'],
  light: ['1.25', 'none', '1'],
  thin: ['0.9', 'none', '1'],
} as const

/**
 * The settings of a site as custom properties, for both modes at once. Every value is a constant or
 * was checked: no setting reaches the style sheet unchecked.
 */
export function themeCss(
  customization: SiteCustomizationSettings,
  options: ThemeOptions = {},
): string {
  const { styling } = customization
  const [small, large, control] = radii[styling.corners] ?? radii.rounded
  const [stroke, fill, fillOpacity] = iconShapes[styling.icons] ?? iconShapes.regular
  const declarations: readonly (readonly [string, string])[] = [
    ...colorDeclarations(customization),
    ['--radius', small],
    ['--radius-large', large],
    ['--radius-control', control],
    ['--font-body', bodyFamily(styling.font)],
    ['--font-mono', monospaceFamily(styling.monospaceFont)],
    ['--icon-stroke', stroke],
    ['--icon-fill', fill],
    ['--icon-fill-opacity', fillOpacity],
    ['--icon-regular', styling.icons === 'solid' ? 'none' : 'inline'],
    ['--icon-solid', styling.icons === 'solid' ? 'inline' : 'none'],
    ['--color-link', `var(--color-${styling.links === 'accent' ? 'primary' : 'text'})`],
    ...(styling.depth === 'flat'
      ? ([
          ['--shadow', 'none'],
          ['--shadow-large', 'none'],
        ] as const)
      : []),
  ]
  const lines = declarations.map(([name, value]) => `${name}:${value};`).join('\n')
  const { fonts = [], fontFolder = '', customFontFolder = '' } = options
  const faces = [styling.font, styling.monospaceFont].map(
    (font) => namedFaces(font, fonts, fontFolder) + customFaces(font, customFontFolder),
  )
  return `${faces.join('')}:root{\n${lines}\n}\n`
}

function colorDeclarations(customization: SiteCustomizationSettings) {
  const light = paletteOf(customization, 'light')
  const dark = paletteOf(customization, 'dark')
  const both = (pick: (palette: Palette) => string) =>
    `light-dark(${pick(light)},${pick(dark)})`
  const declarations: [string, string][] = [
    ['--color-text', both((palette) => palette.text)],
    ['--color-muted', both((palette) => palette.muted)],
    ['--color-background', both((palette) => palette.background)],
    ['--color-surface', both((palette) => palette.surface)],
    ['--color-border', both((palette) => palette.border)],
    ['--color-edge', both((palette) => palette.edge)],
    ['--color-primary', both((palette) => palette.primary)],
    ['--color-primary-text', both((palette) => palette.primaryText)],
    ['--color-primary-surface', both((palette) => palette.primarySurface)],
    ['--color-solid', both((palette) => palette.solid)],
    ['--color-solid-text', both((palette) => palette.solidText)],
    ['--color-sidebar', both((palette) => palette.sidebar)],
    ['--color-header', both((palette) => palette.header)],
    ['--color-header-text', both((palette) => palette.headerText)],
    ['--color-header-border', both((palette) => palette.headerBorder)],
    ['--color-glow', both((palette) => palette.glow)],
  ]
  for (const status of statuses) {
    declarations.push(
      [`--color-${status}`, both((palette) => palette.status[status].color)],
      [`--color-${status}-surface`, both((palette) => palette.status[status].surface)],
    )
  }
  return declarations
}
