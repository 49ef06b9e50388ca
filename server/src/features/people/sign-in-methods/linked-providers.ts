import type { SignInMethod } from '@lectern/contract/sign-in-methods.ts'

import {
  samlProviderIdIn,
  selectIdentities,
} from '#/features/people/identities/public.ts'
import { selectProviderNames } from '#/features/people/saml-providers/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'

type Linked = Omit<SignInMethod, 'isRemovable'>

interface Known {
  readonly provider: string
  readonly organizationId: string
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
}

/**
 * The identity providers of organizations that know an account. They are no ways into the account:
 * each lets in to its organization alone.
 */
export async function linkedProvidersOf(
  db: Queryable,
  accountId: string,
): Promise<Linked[]> {
  const known = await knownBy(db, accountId)
  const byOrganization = Map.groupBy(known, ({ organizationId }) => organizationId)
  const names = await Promise.all(
    [...byOrganization].map(async ([organizationId, ofOne]) =>
      namesIn(db, organizationId, ofOne),
    ),
  )
  const named = new Map(names.flat())
  return known.flatMap(({ provider, createdAt, lastUsedAt }) => {
    const name = named.get(provider)
    if (name === undefined) return []
    return [{ ...name, createdAt, ...(lastUsedAt !== undefined && { lastUsedAt }) }]
  })
}

/** Each provider of an organization once: it may know somebody by several names. */
async function knownBy(db: Queryable, accountId: string): Promise<Known[]> {
  const rows = await db.many(selectIdentities, { accountId })
  const known = new Map<string, Known>()
  for (const row of rows) {
    const { provider, organization_id: organizationId } = row
    if (organizationId === null) continue
    const times = [known.get(provider)?.lastUsedAt, row.last_used_at ?? undefined]
    const lastUsedAt = times
      .filter((time) => time !== undefined)
      .toSorted()
      .at(-1)
    const createdAt = known.get(provider)?.createdAt ?? row.created_at
    known.set(provider, { provider, organizationId, createdAt, lastUsedAt })
  }
  return [...known.values()]
}

async function namesIn(
  db: Queryable,
  organizationId: string,
  known: readonly Known[],
): Promise<[provider: string, Linked][]> {
  const keys = new Map(
    known.map(({ provider }) => [samlProviderIdIn(provider), provider]),
  )
  const ids = [...keys.keys()].filter((id) => id !== undefined)
  const found = await db.many(selectProviderNames, { organizationId, ids })
  return found.map(({ id, label, organization_title: title }) => [
    keys.get(id) ?? '',
    {
      object: 'sign-in-method',
      id,
      type: 'provider',
      organization: { id: organizationId, title },
      provider: label,
    },
  ])
}
