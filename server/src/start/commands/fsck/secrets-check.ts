import {
  type Findings,
  type GlobalCheck,
  type GlobalReader,
  type OrganizationCheck,
  problem,
} from '#/platform/integrity/integrity-check.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { AccountSealedStore } from '#/platform/secrets/sealed-store.ts'
import { allAccountSecrets, allSecrets } from '#/start/all-secrets.ts'

const kindOfOrganizations = 'secret-sealed'
const kindOfAccounts = 'account-secret-sealed'
const found = 'a sealed text that none of SECRET_KEYS opens'
const expected = 'a secret'
const rowsMax = 1000

/** Checks that every secret opens with one of SECRET_KEYS, in the row it was sealed for. */
export function secretsOpen(sealer: Sealer): OrganizationCheck {
  const kind = kindOfOrganizations
  return {
    kind,
    async run(db, organizationId) {
      const stores = await Promise.all(
        allSecrets.map(async (store) => {
          const secrets = await db.many(store.select, { organizationId })
          return secrets.map((secret) => ({ ...secret, store }))
        }),
      )
      const secrets = stores.flat()
      const problems = secrets
        .filter(
          ({ store, name, sealed }) =>
            !opens(sealer, sealed, store.scopeOf(organizationId, name)),
        )
        .map(({ name: id }) => {
          return problem({ organizationId, kind, id, expected, found })
        })
      return { rows: secrets.length, problems }
    },
  }
}

/** The same for secrets of accounts. */
export function accountSecretsOpen(sealer: Sealer): GlobalCheck {
  return {
    kind: kindOfAccounts,
    async *run(db, { organizationId }) {
      if (organizationId !== undefined) return
      for (const store of allAccountSecrets) yield* checkStore(db, sealer, store)
    },
  }
}

async function* checkStore(
  db: GlobalReader,
  sealer: Sealer,
  store: AccountSealedStore,
): AsyncGenerator<Findings> {
  const kind = kindOfAccounts
  let afterId = ''
  for (;;) {
    const rows = await db.read(async (tx) => tx.many(store.select, { afterId, rowsMax }))
    const problems = rows
      .filter(({ id, sealed }) => !opens(sealer, sealed, store.scopeOf(id)))
      .map(({ id }) => problem({ organizationId: undefined, kind, id, expected, found }))
    yield { rows: rows.length, problems }
    afterId = rows.at(-1)?.id ?? ''
    if (rows.length < rowsMax) return
  }
}

function opens(sealer: Sealer, sealed: string, scope: string): boolean {
  try {
    sealer.unseal(sealed, scope)
    return true
  } catch {
    return false
  }
}
