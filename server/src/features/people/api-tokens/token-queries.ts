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
  readonly proven_for: string | null
  readonly breaks_glass: boolean
}

export const tokenColumns = [
  'id',
  'label',
  'scopes',
  'organization_id',
  'created_at',
  'expires_at',
  'last_used_at',
  'proven_for',
  'breaks_glass',
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

/** The token that asks, where it expires before the given time. */
export const selectOutlived = statement<
  { accountId: string; tokenId: string; expiresAt: string | null },
  { expires_at: string }
>(
  'api-token.outlived',
  (p) => sql`
    select expires_at from api_token
    where account_id = ${p.accountId} and id = ${p.tokenId}
      and expires_at < coalesce(${p.expiresAt}::timestamptz, 'infinity')`,
)

/** Notes the organization whose single sign-on vouches for a token of the account. */
export const confirmToken = statement(
  'api-token.confirm',
  (p: { accountId: string; tokenId: string; organizationId: string }) =>
    sqlBuilder
      .updateTable('api_token')
      .set({ proven_for: p.organizationId })
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.tokenId)
      .where((eb) =>
        eb.or([
          eb('organization_id', 'is', null),
          eb('organization_id', '=', p.organizationId),
        ]),
      )
      .returning(tokenColumns),
)

export const deleteToken = statement(
  'api-token.delete',
  (p: { accountId: string; tokenId: string }) =>
    sqlBuilder
      .deleteFrom('api_token')
      .where('account_id', '=', p.accountId)
      .where('id', '=', p.tokenId),
)

/** Takes away all tokens of an account that are good for one organization. */
export const deleteTokensOfOrganizations = statement(
  'api-token.delete-of-organizations',
  (p: { accountId: string }) =>
    sqlBuilder
      .deleteFrom('api_token')
      .where('account_id', '=', p.accountId)
      .where('organization_id', 'is not', null),
)

/** Lets tokens of a former member no longer pass the door of the organization. */
export const withdrawTokensOfMember = statement(
  'api-token.withdraw-of-member',
  (p: { accountId: string; organizationId: string }) => sql`
    update api_token set proven_for = null, breaks_glass = false
    where account_id = ${p.accountId} and (proven_for = ${p.organizationId}
      or breaks_glass and organization_id = ${p.organizationId})`,
)

/** The same for all tokens that a session of the organization's provider confirmed. */
export const withdrawConfirmedTokens = statement(
  'api-token.withdraw-confirmed',
  (p: { organizationId: string }) => sql`
    update api_token set proven_for = null where proven_for = ${p.organizationId}`,
)
