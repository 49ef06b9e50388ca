import type { SiteCustomizationOverrides } from '@lectern/contract/site-customization.ts'

import {
  type FontDefinitions,
  findFontDefinitions,
} from '#/features/publishing/custom-fonts/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import type { Services } from '#/platform/services.ts'

type Linking = Pick<Services, 'config' | 'signer'>
type Values = Readonly<Record<string, unknown>>

const settingsOfFonts = ['font', 'monospaceFont'] as const

/** Refuses fonts that the organization does not have. */
export async function requireKnownFonts(
  db: Queryable,
  linking: Linking,
  organizationId: string,
  // oxlint-disable-next-line max-params -- where it is read, what makes URLs, whose fonts, and the settings
  given: SiteCustomizationOverrides,
): Promise<void> {
  const known = await findFontDefinitions(db, linking, organizationId, fontIdsIn([given]))
  for (const name of settingsOfFonts) {
    const id = fontIdOf(given, name)
    if (id === undefined || known.has(id)) continue
    const path = `body.styling.${name}.id`
    const message = `names "${id}", which is no font of this organization`
    throw invalidRequest(
      `${path} ${message}. Choose one from the list of fonts, or add it there first.`,
      [{ path, message }],
    )
  }
}

/** The settings to store: of a font, its id alone, as the rest can change. */
export function withFontIds(settings: Values): Values {
  return mapFonts(settings, (id) => ({ id }))
}

/**
 * Stored settings with fonts as they are now. A font that was deleted is left out: a site goes back
 * to the default, a site-space to what its site has.
 */
export async function withFonts<Name extends string>(
  db: Queryable,
  linking: Linking,
  organizationId: string,
  // oxlint-disable-next-line max-params -- where it is read, what makes URLs, whose fonts, and the settings
  stored: Readonly<Record<Name, unknown>>,
): Promise<Readonly<Record<Name, unknown>>> {
  const ids = fontIdsIn(Object.values(stored))
  const known: FontDefinitions = await findFontDefinitions(
    db,
    linking,
    organizationId,
    ids,
  )
  const filled = Object.entries(stored).map(([name, settings]) => [
    name,
    ids.length === 0 ? settings : mapFonts(settings, (id) => known.get(id)),
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names
  return Object.fromEntries(filled) as Readonly<Record<Name, unknown>>
}

function fontIdsIn(all: readonly unknown[]): readonly string[] {
  const ids = all.flatMap((one) => settingsOfFonts.map((name) => fontIdOf(one, name)))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

function fontIdOf(settings: unknown, name: string): string | undefined {
  const id = valuesOf(valuesOf(valuesOf(settings)['styling'])[name])['id']
  return typeof id === 'string' ? id : undefined
}

function mapFonts(settings: unknown, fontOf: (id: string) => unknown): Values {
  const values = valuesOf(settings)
  const styling = { ...valuesOf(values['styling']) }
  for (const name of settingsOfFonts) {
    const id = fontIdOf(values, name)
    if (id !== undefined) styling[name] = fontOf(id)
  }
  return values['styling'] === undefined ? values : { ...values, styling }
}

function valuesOf(value: unknown): Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value))
}
