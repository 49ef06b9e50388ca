import { sql } from 'kysely'

import { listForCaller, type OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface ScimTokenRow {
  readonly id: string
  readonly label: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

type OfToken = Readonly<{ organizationId: string; scimTokenId: string }>

const columns = ['id', 'label', 'created_at', 'expires_at', 'last_used_at'] as const

/** Lists tokens newest first: ids are time-ordered. */
export const selectScimTokens = statementByShape(
  'scim-token.list',
  (
    shape: Readonly<{ before: boolean; rowsMax: number }>,
    p: OfCaller & { beforeId: string | undefined },
  ) => {
    const owned = sqlBuilder
      .selectFrom('scim_token')
      .where('organization_id', '=', p.organizationId)
    const page = owned
      .select(columns)
      .$if(shape.before, (q) => q.where('id', '<', p.beforeId ?? ''))
      .orderBy('id', 'desc')
      .limit(sql.lit(shape.rowsMax))
    const count = sql<number>`(select count(*) from ${owned.select('id')} as owned)`
    return listForCaller<ScimTokenRow>(p, { page, count, orderBy: sql`page.id desc` })
  },
)

/** What decides about a new token besides its maker's role, by the time of the database. */
export const selectScimTokenFacts = statement<
  { organizationId: string; expiresAt: string | null },
  { tokens: number; is_past: boolean }
>(
  'scim-token.facts',
  (p) => sql`
    select
      (select count(*) from scim_token where organization_id = ${p.organizationId}) as tokens,
      coalesce(${p.expiresAt}::timestamptz <= now(), false) as is_past`,
)

interface TokenValues extends OfToken {
  readonly hash: string
  readonly label: string
  readonly createdBy: string
  readonly expiresAt: string | null
}

export const insertScimToken = statement('scim-token.insert', (p: TokenValues) =>
  sqlBuilder
    .insertInto('scim_token')
    .values({
      organization_id: p.organizationId,
      id: p.scimTokenId,
      hash: p.hash,
      label: p.label,
      created_by: p.createdBy,
      expires_at: p.expiresAt,
    })
    .returning(columns),
)

export const deleteScimTokenById = statement('scim-token.delete', (p: OfToken) =>
  sqlBuilder
    .deleteFrom('scim_token')
    .where('organization_id', '=', p.organizationId)
    .where('id', '=', p.scimTokenId)
    .returning('label'),
)
