import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import { type Hex, madeReadable, mix, parseColor, readableOn } from './colors.ts'

export type Mode = 'light' | 'dark'
export const statuses = ['info', 'success', 'warning', 'danger'] as const
type Status = (typeof statuses)[number]

/** The colours of a site in one mode. Each text colour is readable on its backgrounds. */
export interface Palette {
  readonly text: Hex
  readonly muted: Hex
  readonly background: Hex
  readonly surface: Hex
  readonly border: Hex
  /** The edge of controls, which needs a contrast of 3:1 to be seen. */
  readonly edge: Hex
  readonly primary: Hex
  readonly primaryText: Hex
  readonly primarySurface: Hex
  /** The primary colour exactly as chosen, so it serves as a background only. */
  readonly solid: Hex
  readonly solidText: Hex
  readonly sidebar: Hex
  readonly header: Hex
  readonly headerText: Hex
  readonly headerBorder: Hex
  readonly glow: Hex
  readonly status: Readonly<
    Record<Status, { readonly color: Hex; readonly surface: Hex }>
  >
}

interface Neutrals {
  readonly text: Hex
  readonly muted: Hex
  readonly background: Hex
  readonly surface: Hex
  readonly border: Hex
  readonly edge: Hex
}

const neutrals: Readonly<Record<Mode, Neutrals>> = {
  light: {
    text: '#1a1d24',
    muted: '#5b6270',
    background: '#ffffff',
    surface: '#f6f7f9',
    border: '#e3e6eb',
    edge: '#868d9a',
  },
  dark: {
    text: '#e6e8ec',
    muted: '#a0a7b4',
    background: '#121418',
    surface: '#1a1d23',
    border: '#2b3038',
    edge: '#6f7785',
  },
}

const defaults: Readonly<Record<'primary' | Status, Readonly<Record<Mode, Hex>>>> = {
  primary: { light: '#346ddb', dark: '#346ddb' },
  info: { light: '#0b6bcb', dark: '#5aa9f5' },
  success: { light: '#0f7b43', dark: '#4cc38a' },
  warning: { light: '#9a5b00', dark: '#e5b454' },
  danger: { light: '#c62a2f', dark: '#ff7d7a' },
}

type Styling = SiteCustomizationSettings['styling']

export function paletteOf(customization: SiteCustomizationSettings, mode: Mode): Palette {
  const { styling, header } = customization
  const base = neutralsOf(styling, mode)
  const solid = parseColor(styling.primaryColor[mode]) ?? defaults.primary[mode]
  const primarySurface = mix(base.background, solid, mode === 'light' ? 0.09 : 0.18)
  const reading = [base.background, base.surface]
  const primary = madeReadable(solid, [...reading, primarySurface])
  const status = (name: Status, chosen: { light: string; dark: string }) => {
    const color = parseColor(chosen[mode]) ?? defaults[name][mode]
    const surface = mix(base.background, color, mode === 'light' ? 0.08 : 0.14)
    return { color: madeReadable(color, [...reading, surface]), surface }
  }
  const text = madeReadable(base.text, [...reading, primarySurface])
  return {
    ...base,
    text,
    muted: madeReadable(base.muted, [...reading, primarySurface]),
    primary,
    primaryText: readableOn(primary),
    primarySurface,
    solid,
    solidText: readableOn(solid),
    sidebar: styling.sidebar.background === 'filled' ? base.surface : base.background,
    ...headerOf(header, styling, mode, { ...base, text, solid }),
    glow: styling.theme === 'gradient' ? primarySurface : base.background,
    status: {
      info: status('info', styling.infoColor),
      success: status('success', styling.successColor),
      warning: status('warning', styling.warningColor),
      danger: status('danger', styling.dangerColor),
    },
  }
}

function neutralsOf(styling: Styling, mode: Mode): Neutrals {
  const plain = neutrals[mode]
  const base =
    styling.theme === 'muted'
      ? {
          ...plain,
          background: plain.surface,
          surface: mix(plain.surface, plain.border, 0.6),
        }
      : plain
  const tint = parseColor(styling.tint?.color[mode])
  if (tint === undefined) return base
  return {
    text: mix(base.text, tint, 0.12),
    muted: mix(base.muted, tint, 0.2),
    background: mix(base.background, tint, 0.03),
    surface: mix(base.surface, tint, 0.06),
    border: mix(base.border, tint, 0.14),
    edge: mix(base.edge, tint, 0.1),
  }
}

type Preset = SiteCustomizationSettings['header']['preset']

/** The preset of the header: a bold theme colours it, unless the header has its own preset. */
export function headerPreset(preset: Preset, theme: Styling['theme']): Preset {
  return preset === 'default' && theme === 'bold' ? 'bold' : preset
}

interface HeaderColors {
  readonly header: Hex
  readonly headerText: Hex
  readonly headerBorder: Hex
}

function headerOf(
  settings: SiteCustomizationSettings['header'],
  styling: Styling,
  mode: Mode,
  base: { background: Hex; text: Hex; border: Hex; solid: Hex },
): HeaderColors {
  const preset = headerPreset(settings.preset, styling.theme)
  switch (preset) {
    case 'bold':
      return coloredHeader(base.solid)
    case 'contrast':
      return coloredHeader(base.text, base.background)
    case 'custom':
      return coloredHeader(
        parseColor(settings.backgroundColor?.[mode]) ?? base.background,
        parseColor(settings.linkColor?.[mode]),
      )
    default:
      return {
        header: base.background,
        headerText: base.text,
        headerBorder: preset === 'none' ? base.background : base.border,
      }
  }
}

function coloredHeader(header: Hex, wanted?: Hex): HeaderColors {
  const headerText =
    wanted === undefined ? readableOn(header) : madeReadable(wanted, [header])
  return { header, headerText, headerBorder: mix(header, headerText, 0.14) }
}
