import { isBranch, type SettingsTree } from '@lectern/contract/settings-tree.ts'
import {
  customizationTree,
  type SiteCustomizationChoices,
  type SiteCustomizationOverrides,
  type SiteCustomizationSettings,
} from '@lectern/contract/site-customization.ts'

import { defaultCustomization } from './default-customization.ts'
import { keepKnown } from './keep-known.ts'

type Values = Readonly<Record<string, unknown>>

/** The settings of a site, with the default for each that the stored settings lack. */
export function siteSettings(stored: unknown): SiteCustomizationSettings {
  return asSettings(overlay(customizationTree, defaultCustomization, valuesOf(stored)))
}

/** The settings of a site-space: its own overrides, and those of the site for the rest. */
export function siteSpaceSettings(
  site: SiteCustomizationChoices,
  stored: unknown,
): SiteCustomizationSettings {
  return asSettings(overlay(customizationTree, site, valuesOf(stored)))
}

/** The settings to store: those that the contract knows. */
export function settingsToStore(settings: SiteCustomizationChoices): Values {
  return patched(customizationTree, {}, settings)
}

/** The overrides after a patch: null removes one, settings that the patch does not name stay. */
export function patchedOverrides(
  stored: unknown,
  patch: SiteCustomizationOverrides,
): Values {
  return patched(customizationTree, valuesOf(stored), patch)
}

function overlay(tree: SettingsTree, below: Values, above: Values): Values {
  const entries = Object.entries(tree).map(([name, part]) => {
    const value = isBranch(part)
      ? overlay(part.branch, valuesOf(below[name]), valuesOf(above[name]))
      : (above[name] ?? below[name])
    return [name, value] as const
  })
  return known(entries)
}

function patched(tree: SettingsTree, stored: Values, patch: Values): Values {
  const entries = Object.entries(tree).map(([name, part]) => {
    const before = stored[name]
    const given = patch[name]
    if (given === undefined) return [name, before] as const
    if (given === null) return [name, undefined] as const
    if (!isBranch(part)) return [name, keepKnown(part, given)] as const
    const values = patched(part.branch, valuesOf(before), valuesOf(given))
    return [name, Object.keys(values).length === 0 ? undefined : values] as const
  })
  return known(entries)
}

function known(entries: readonly (readonly [string, unknown])[]): Values {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function valuesOf(value: unknown): Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value))
}

function asSettings(values: Values): SiteCustomizationSettings {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every required leaf is in the defaults, every other was validated when it was stored
  const chosen = values as SiteCustomizationChoices
  return {
    ...chosen,
    styling: { ...chosen.styling, codeTheme },
    pageActions: { ...chosen.pageActions, items: actionsIn(chosen) },
    socialAccounts: [],
  }
}

const themes = { light: 'default-light', dark: 'default-dark' } as const
const codeTheme = { default: themes, openapi: themes }

type PageAction = SiteCustomizationSettings['pageActions']['items'][number]

function actionsIn({ pageActions, git, pdf }: SiteCustomizationChoices): PageAction[] {
  return [
    ...(pageActions.markdown ? (['markdown'] as const) : []),
    ...(pageActions.externalAI ? (['external-ai'] as const) : []),
    ...(pageActions.mcp ? (['mcp'] as const) : []),
    ...(git.showEditLink ? (['git'] as const) : []),
    ...(pdf.enabled ? (['pdf'] as const) : []),
  ]
}
