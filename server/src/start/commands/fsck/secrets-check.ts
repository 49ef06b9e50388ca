import { type OrganizationCheck, problem } from '#/platform/integrity/integrity-check.ts'
import {
  organizationSecretScope,
  selectOrganizationSecrets,
} from '#/platform/secrets/organization-secrets.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'

/** Every secret opens under one of SECRET_KEYS, in the row it was sealed for. */
export function secretsOpen(sealer: Sealer): OrganizationCheck {
  const kind = 'secret-sealed'
  return {
    kind,
    async run(db, organizationId) {
      const secrets = await db.many(selectOrganizationSecrets, { organizationId })
      const problems = secrets
        .filter(({ name, sealed }) => !opens(sealer, organizationId, name, sealed))
        .map(({ name: id }) => {
          const found = 'a sealed text that none of SECRET_KEYS opens'
          return problem({ organizationId, kind, id, expected: 'a secret', found })
        })
      return { rows: secrets.length, problems }
    },
  }
}

function opens(
  sealer: Sealer,
  organizationId: string,
  name: string,
  sealed: string,
): boolean {
  try {
    sealer.unseal(sealed, organizationSecretScope(organizationId, name))
    return true
  } catch {
    return false
  }
}
