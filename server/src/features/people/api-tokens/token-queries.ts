import { sql } from 'kysely'

import { sqlBuilder, statement, statementByShape } from '#/platform/database/statement.ts'

export interface TokenRow {
  readonly id: string
  readonly label: string
  readonly scopes: string[]
  readonly organization_id: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

export const tokenColumns = [
  'id',
  'label',
  'scopes',
  'organization_id',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

interface TokenListParams {
  readonly accountId: string
  readonly boundTo: string | undefined
  readonly afterId: string | undefined
}

type ListedTokenRow = { readonly count: number } & {
  readonly [Column in keyof TokenRow]: TokenRow[Column] | null
}

interface TokenListShape {
  /** Whether the caller's token is for one organization: it learns nothing of tokens for others. */
  readonly bound: boolean
  readonly after: boolean
  readonly rowsMax: number
}

/**
 * Lists tokens newest first: ids are time-ordered. Each row has the count of all tokens; an empty
 * page is one row of nulls with the count.
 */
export const selectTokens = statementByShape(
  'api-token.list',
  (shape: TokenListShape, p: TokenListParams) => {
    const owned = sqlBuilder
      .selectFrom('api_token')
      .where('account_id', '=', p.accountId)
      .$if(shape.bound, (q) => q.where('organization_id', '=', p.boundTo ?? ''))
    const page = owned
      .select(tokenColumns)
      .$if(shape.after, (q) => q.where('id', '<', p.afterId ?? ''))
      .orderBy('id', 'desc')
      .limit(sql.lit(shape.rowsMax))
    const counted = owned.select(sql<number>`count(*)`.as('count'))
    return sql<ListedTokenRow>`
      select counted.count, page.* from ${counted} as counted
      left join lateral ${page} as page on true
      order by page.id desc`
  },
)

interface TokenRequest {
  readonly accountId: string
  /** The token that asks for another one. */
  readonly callerTokenId: string
  readonly organizationId: string | null
  readonly expiresAt: string | null
}

export interface TokenFacts {
  readonly tokens: number
  readonly is_member: boolean
  readonly is_past: boolean
  /** When the token that asks expires, where the new one would last longer. */
  readonly outlived_at: string | null
}

/**
 * The facts that decide about a new token: the account's other tokens, its membership, and the time
 * of the database.
 */
export const selectTokenFacts = statement(
  'api-token.facts',
  (p: TokenRequest) => sql<TokenFacts>`
    select
      (select count(*) from api_token where account_id = ${p.accountId}) as tokens,
      exists (
        select 1 from account_membership
        where account_id = ${p.accountId} and organization_id = ${p.organizationId}
      ) as is_member,
      coalesce(${p.expiresAt}::timestamptz <= now(), false) as is_past,
      (select expires_at from api_token
       where account_id = ${p.accountId} and id = ${p.callerTokenId}
         and expires_at < coalesce(${p.expiresAt}::timestamptz, 'infinity')) as outlived_at`,
)

export const deleteToken = statement(
  'api-token.delete',
  (p: { accountId: string; tokenId: string }) =>
    sqlBuilder
      .deleteFrom('api_token')
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.tokenId),
)
