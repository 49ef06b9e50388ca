import type { CustomizationFontDefinitionInput } from '@lectern/contract/custom-fonts.ts'

import type { Queryable } from '#/platform/database/queryable.ts'
import type { Services } from '#/platform/services.ts'

import { selectFontsByIds } from './custom-font-queries.ts'
import { viewFontInSettings } from './custom-font-view.ts'

export type FontDefinitions = ReadonlyMap<string, CustomizationFontDefinitionInput>

/** The fonts among the given ids that the organization has, as settings show them. */
export async function findFontDefinitions(
  db: Queryable,
  linking: Pick<Services, 'config' | 'signer'>,
  organizationId: string,
  // oxlint-disable-next-line max-params -- where it is read, what makes URLs, whose fonts, and which
  fontIds: readonly string[],
): Promise<FontDefinitions> {
  if (fontIds.length === 0) return new Map()
  const rows = await db.many(selectFontsByIds, { organizationId, fontIds })
  return new Map(
    rows.map((row) => [row.id, viewFontInSettings(linking, organizationId, row)]),
  )
}
