import type { Transaction } from '#/platform/database/transaction.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import { organizationSecretScope } from '#/platform/secrets/organization-secrets.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'

import { keysNamePrefix } from './keys-name.ts'
import type { OfProvider } from './saml-provider-queries.ts'
import { makeServiceKey, type ServiceKey } from './service-certificate.ts'

type OfSecret = Readonly<{ organizationId: string; name: string }>
type Sealing = Readonly<{ sealer: Sealer }>

const replaceKeys = statement(
  'saml-provider.replace-keys',
  (p: OfSecret & { sealed: string }) =>
    sqlBuilder
      .insertInto('organization_secret')
      .values({ organization_id: p.organizationId, name: p.name, sealed: p.sealed })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'name'])
          .doUpdateSet((eb) => ({ sealed: eb.ref('excluded.sealed') })),
      ),
)

const deleteKeys = statement('saml-provider.delete-keys', (p: OfSecret) =>
  sqlBuilder
    .deleteFrom('organization_secret')
    .where('organization_id', '=', p.organizationId)
    .where('name', '=', p.name),
)

interface Sealed extends OfProvider {
  /** Null for a provider without keys. */
  readonly keysSealed: string | null
}

/** The keys that assertions of a provider are opened with: the one it is told of, and the one before. */
export function serviceKeys(
  { sealer }: Sealing,
  { keysSealed, ...of }: Sealed,
): readonly ServiceKey[] {
  if (keysSealed === null) return []
  const { organizationId, name } = secretOf(of)
  const scope = organizationSecretScope(organizationId, name)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed here, as it was written
  return JSON.parse(sealer.unseal(keysSealed, scope).toString()) as ServiceKey[]
}

interface Wanted extends Sealed {
  readonly isWanted: boolean
  readonly isNew: boolean
}

/** Makes a key where one is wanted, keeps the one before, and forgets both where none is; says whether it did. */
export async function changeServiceKeys(
  tx: Transaction,
  using: Sealing,
  { isWanted, isNew, keysSealed, ...of }: Wanted,
): Promise<boolean> {
  const secret = secretOf(of)
  if (!isWanted) {
    if (keysSealed !== null) await tx.run(deleteKeys, secret)
    return keysSealed !== null
  }
  if (keysSealed !== null && !isNew) return false
  const [before] = serviceKeys(using, { ...of, keysSealed })
  const keys = [await makeServiceKey(), ...(before === undefined ? [] : [before])]
  const scope = organizationSecretScope(secret.organizationId, secret.name)
  const sealed = using.sealer.seal(JSON.stringify(keys), scope)
  await tx.run(replaceKeys, { ...secret, sealed })
  return true
}

function secretOf({ organizationId, samlProviderId }: OfProvider): OfSecret {
  return { organizationId, name: `${keysNamePrefix}${samlProviderId}` }
}
