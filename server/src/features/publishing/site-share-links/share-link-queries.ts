import { sql } from 'kysely'

import { listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import type { OfSite } from '#/features/writing/publications/public.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface ShareLinkRow {
  readonly id: string
  readonly name: string
  readonly active: boolean
  readonly key_sealed: string
  readonly created_at: string
}

type OfShareLink = OfSite & { readonly shareLinkId: string }

const columns = ['id', 'name', 'active', 'key_sealed', 'created_at'] as const

/** The share links of a site in order of creation: ids are time-ordered. */
export const selectShareLinks = statementByShape(
  'site-share-link.list',
  (
    shape: Readonly<{ after: boolean; rowsMax: number }>,
    p: OfCaller & { siteId: string; afterId: string | undefined },
  ) => {
    const page = sqlBuilder
      .selectFrom('site_share_link')
      .select(columns)
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .$if(shape.after, (q) => q.where('id', '>', p.afterId ?? ''))
      .orderBy('id')
      .limit(sql.lit(shape.rowsMax))
    const count = sql<number>`(select st.share_links from site as st
      where st.organization_id = ${p.organizationId} and st.id = ${p.siteId})`
    return listForCaller<ShareLinkRow>(p, { page, count, orderBy: sql`page.id` })
  },
)

export const selectShareLink = statement('site-share-link.get', (p: OfShareLink) =>
  sqlBuilder
    .selectFrom('site_share_link')
    .select(columns)
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.shareLinkId),
)

export const selectShareLinkIsActive = statement(
  'site-share-link.is-active',
  (p: OfShareLink) =>
    sqlBuilder
      .selectFrom('site_share_link')
      .select('id')
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('id', '=', p.shareLinkId)
      .where('active', '=', sql.lit(true)),
)

interface NewShareLink extends OfShareLink {
  readonly name: string
  readonly keySealed: string
  readonly keyHash: string
}

export const insertShareLink = statement('site-share-link.insert', (p: NewShareLink) =>
  sqlBuilder
    .insertInto('site_share_link')
    .values({
      organization_id: p.organizationId,
      site_id: p.siteId,
      id: p.shareLinkId,
      name: p.name,
      key_sealed: p.keySealed,
      key_hash: p.keyHash,
    })
    .returning(columns),
)

export const updateShareLink = statement(
  'site-share-link.update',
  (p: OfShareLink & { name: string; active: boolean }) =>
    sqlBuilder
      .updateTable('site_share_link')
      .set({ name: p.name, active: p.active })
      .where('organization_id', '=', p.organizationId)
      .where('site_id', '=', p.siteId)
      .where('id', '=', p.shareLinkId)
      .returning(columns),
)

export const deleteShareLink = statement('site-share-link.delete', (p: OfShareLink) =>
  sqlBuilder
    .deleteFrom('site_share_link')
    .where('organization_id', '=', p.organizationId)
    .where('site_id', '=', p.siteId)
    .where('id', '=', p.shareLinkId),
)
