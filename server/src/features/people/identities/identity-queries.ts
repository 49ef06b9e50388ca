import { sql } from 'kysely'

import { sqlBuilder, statement } from '#/platform/database/statement.ts'

interface OfAccount {
  readonly accountId: string
}

interface OfProvider {
  /** The kind of the provider and its id, such as `saml:Xy…`. */
  readonly provider: string
}

interface Named extends OfProvider {
  /** What the provider calls the person. */
  readonly subject: string
}

interface OfMember extends OfAccount {
  readonly organizationId: string
}

/** Whom a provider of an organization speaks of, with an address that it says. */
export interface NamedPerson extends Named {
  readonly organizationId: string
  readonly email: string
}

/**
 * The account that an identity of a member belongs to, and the one that an address belongs to. What
 * is left of a former membership counts for nothing.
 */
export const selectAccounts = statement(
  'identity.accounts',
  (p: NamedPerson) => sql<{
    known_id: string | null
    addressed_id: string | null
  }>`
    select (
      select i.account_id from account_identity as i
      join member as m
        on m.organization_id = ${p.organizationId} and m.user_id = i.account_id
      where i.provider = ${p.provider} and i.subject = ${p.subject}
    ) as known_id, (
      select e.account_id from account_email as e where e.email = ${p.email}
    ) as addressed_id`,
)

/** Joins an identity with an account; one that is left of a former membership is taken over. */
export const linkIdentity = statement('identity.link', (p: Named & OfMember) =>
  sqlBuilder
    .insertInto('account_identity')
    .values({
      provider: p.provider,
      subject: p.subject,
      account_id: p.accountId,
      organization_id: p.organizationId,
      created_at: sql`now()`,
      last_used_at: sql`now()`,
    })
    .onConflict((oc) =>
      oc.columns(['provider', 'subject']).doUpdateSet((eb) => ({
        account_id: eb.ref('excluded.account_id'),
        organization_id: eb.ref('excluded.organization_id'),
        created_at: eb.ref('excluded.created_at'),
        last_used_at: eb.ref('excluded.last_used_at'),
      })),
    ),
)

/** The account that an identity belongs to, of whomever its provider is. */
export const selectAccountOfIdentity = statement('identity.account', (p: Named) =>
  sqlBuilder
    .selectFrom('account_identity')
    .select('account_id')
    .where('provider', '=', p.provider)
    .where('subject', '=', p.subject),
)

/** Joins an identity of a provider of the installation with an account, if it has none. */
export const insertIdentity = statement(
  'identity.insert',
  (p: Named & OfAccount & { knownAs: string }) =>
    sqlBuilder
      .insertInto('account_identity')
      .values({
        provider: p.provider,
        subject: p.subject,
        account_id: p.accountId,
        known_as: p.knownAs,
        last_used_at: sql`now()`,
      })
      .onConflict((oc) => oc.columns(['provider', 'subject']).doNothing())
      .returning('account_id'),
)

/** Notes a sign-in; providers of the installation are of no organization. */
export const useIdentity = statement(
  'identity.use',
  (p: Named & { organizationId: string | null }) =>
    sqlBuilder
      .updateTable('account_identity')
      .set({ organization_id: p.organizationId, last_used_at: sql`now()` })
      .where('provider', '=', p.provider)
      .where('subject', '=', p.subject),
)

/** What providers know an account by, in the order in which they came to. */
export const selectIdentities = statement('identity.list', (p: OfAccount) =>
  sqlBuilder
    .selectFrom('account_identity')
    .select([
      'provider',
      'subject',
      'organization_id',
      'known_as',
      'created_at',
      'last_used_at',
    ])
    .where('account_id', '=', p.accountId)
    .orderBy('created_at')
    .orderBy('provider')
    .orderBy('subject'),
)

export const deleteIdentity = statement('identity.delete-one', (p: Named & OfAccount) =>
  sqlBuilder
    .deleteFrom('account_identity')
    .where('provider', '=', p.provider)
    .where('subject', '=', p.subject)
    .where('account_id', '=', p.accountId),
)

/** Takes an account from a provider, by whatever names that knows it. */
export const deleteIdentities = statement(
  'identity.delete',
  (p: OfAccount & OfProvider) =>
    sqlBuilder
      .deleteFrom('account_identity')
      .where('account_id', '=', p.accountId)
      .where('provider', '=', p.provider),
)

/** Takes an account from all providers. */
export const deleteIdentitiesOfAccount = statement(
  'identity.delete-of-account',
  (p: OfAccount) =>
    sqlBuilder.deleteFrom('account_identity').where('account_id', '=', p.accountId),
)

export const deleteIdentitiesOfMember = statement(
  'identity.delete-of-member',
  (p: OfMember) =>
    sqlBuilder
      .deleteFrom('account_identity')
      .where('account_id', '=', p.accountId)
      .where('organization_id', '=', p.organizationId),
)

export const deleteIdentitiesOfProvider = statement(
  'identity.delete-of-provider',
  (p: OfProvider) =>
    sqlBuilder.deleteFrom('account_identity').where('provider', '=', p.provider),
)
