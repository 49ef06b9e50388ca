import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { SealedStore } from '#/platform/secrets/sealed-store.ts'
import { allSecrets } from '#/start/all-secrets.ts'

/** Checks that every secret opens with one of SECRET_KEYS, in the row it was sealed for. */
export function secretsOpen(sealer: Sealer): OrganizationCheck {
  const kind = 'secret-sealed'
  return {
    kind,
    async run(db, organizationId) {
      const stores = await Promise.all(
        allSecrets.map(async (store) => {
          const secrets = await db.many(store.select, { organizationId })
          return secrets.map((secret) => ({ ...secret, store, organizationId }))
        }),
      )
      const secrets = stores.flat()
      const problems = secrets
        .filter((secret) => !opens(sealer, secret))
        .map(({ name: id }) => {
          const found = 'a sealed text that none of SECRET_KEYS opens'
          return problem({ organizationId, kind, id, expected: 'a secret', found })
        })
      return { rows: secrets.length, problems }
    },
  }
}

interface Secret {
  readonly organizationId: string
  readonly store: SealedStore
  readonly name: string
  readonly sealed: string
}

function opens(sealer: Sealer, { organizationId, store, name, sealed }: Secret): boolean {
  try {
    sealer.unseal(sealed, store.scopeOf(organizationId, name))
    return true
  } catch {
    return false
  }
}
