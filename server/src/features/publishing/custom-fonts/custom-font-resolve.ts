import { type Actor, actorIn, authorize } from '#/access/actor.ts'
import { touchSite } from '#/features/publishing/sites/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import type { Context } from '#/platform/http/context.ts'

import { customFontPolicy } from './custom-font-policy.ts'
import {
  type FontRow,
  lockFont,
  type OfFont,
  selectFontsByIds,
  selectSitesWithFont,
} from './custom-font-queries.ts'

export async function authorizeEdit(
  db: Queryable,
  context: Context,
  organizationId: string,
): Promise<Actor> {
  const actor = await actorIn(db, context, organizationId)
  authorize(customFontPolicy.edit(actor), 'change fonts', 'the admin role')
  return actor
}

export async function findFont(
  db: Queryable,
  { organizationId, fontId }: OfFont,
): Promise<FontRow> {
  const [font] = await db.many(selectFontsByIds, { organizationId, fontIds: [fontId] })
  if (font === undefined) throw notFound('font', fontId)
  return font
}

/** The font and its faces, which nobody else changes until the transaction ends. */
export async function lockFontWithFaces(tx: Transaction, of: OfFont): Promise<FontRow> {
  await tx.first(lockFont, of)
  return await findFont(tx, of)
}

/** Makes renderers read the sites again that use a font. */
export async function touchSitesWithFont(tx: Transaction, of: OfFont): Promise<void> {
  for (const { site_id: siteId } of await tx.many(selectSitesWithFont, of)) {
    await touchSite(tx, { organizationId: of.organizationId, siteId })
  }
}
