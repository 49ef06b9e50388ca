import type { Database } from '#/platform/database/database.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { SealedStore } from '#/platform/secrets/sealed-store.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { command, print } from './command.ts'
import { oneLine, reasonOf } from './failure.ts'
import { withServices } from './with-services.ts'

const attemptsMax = 5

interface Counts {
  resealed: number
  current: number
  failed: number
}

export const secretsRotateCommand = command({
  about: [
    'Seals every stored secret under the first of SECRET_KEYS, one organization at a time.',
    'Run it after putting a new key in front and restarting the servers; when it reports no',
    'failure the old key can go. It can be stopped and run again at any time.',
  ],
  options: {},
  async run() {
    const { allSecrets } = await import('../all-secrets.ts')
    const counts: Counts = { resealed: 0, current: 0, failed: 0 }
    let organizations = 0
    await withServices(async ({ db, sealer }) => {
      for await (const organizationId of walkOrganizations(db)) {
        organizations += 1
        for (const store of allSecrets) {
          await rotate(db, sealer, { organizationId, store }, counts)
        }
      }
    })
    print(
      `${counts.resealed} sealed again, ${counts.current} already under the first key, ${counts.failed} failed, in ${organizations} organizations`,
    )
    return counts.failed === 0 ? 0 : 1
  },
})

interface StoreOfOrganization {
  readonly organizationId: string
  readonly store: SealedStore
}

async function rotate(
  db: Database,
  sealer: Sealer,
  { organizationId, store }: StoreOfOrganization,
  counts: Counts,
): Promise<void> {
  for (const { name, sealed } of await db.many(store.select, { organizationId })) {
    try {
      const changed = await reseal(db, sealer, { organizationId, store, name, sealed })
      counts[changed ? 'resealed' : 'current'] += 1
    } catch (error) {
      counts.failed += 1
      process.stderr.write(`${oneLine(reasonOf(error))}\n`)
    }
  }
}

interface Secret extends StoreOfOrganization {
  readonly name: string
  readonly sealed: string
}

/** Seals a secret anew; compares and sets, so that no concurrent change is ever reverted. */
async function reseal(db: Database, sealer: Sealer, secret: Secret): Promise<boolean> {
  const { organizationId, store, name } = secret
  let before: string | undefined = secret.sealed
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (before === undefined) return false // deleted meanwhile
    const sealed = sealer.reseal(before, store.scopeOf(organizationId, name))
    if (sealed === undefined) return false
    const replacement = { organizationId, name, sealed, before }
    const isReplaced = await db.transaction(async (tx) =>
      tx.count(store.replace, replacement),
    )
    if (isReplaced > 0) return true
    const rows = await db.many(store.select, { organizationId })
    before = rows.find((row) => row.name === name)?.sealed
  }
  throw new Error(
    `The secret ${name} of organization ${organizationId} keeps changing. Run the command again.`,
  )
}
