import type { Database } from '#/platform/database/database.ts'
import type { Sealer } from '#/platform/secrets/sealed-secret.ts'
import type { AccountSealedStore, SealedStore } from '#/platform/secrets/sealed-store.ts'
import { walkOrganizations } from '#/platform/tenancy/walk-organizations.ts'

import { command, print } from './command.ts'
import { oneLine, reasonOf } from './failure.ts'
import { withServices } from './with-services.ts'

const attemptsMax = 5
const rowsMax = 1000

interface Counts {
  resealed: number
  current: number
  failed: number
}

export const secretsRotateCommand = command({
  about: [
    'Seals every stored secret under the first of SECRET_KEYS, those of accounts and then those of',
    'one organization at a time. Run it after putting a new key in front and restarting the',
    'servers; when it reports no failure the old key can go. It can be stopped and run again at',
    'any time.',
  ],
  options: {},
  async run() {
    const { allAccountSecrets, allSecrets } = await import('../all-secrets.ts')
    const counts: Counts = { resealed: 0, current: 0, failed: 0 }
    let organizations = 0
    await withServices(async ({ db, sealer }) => {
      for (const store of allAccountSecrets) {
        for await (const secret of secretsOfAccounts(db, store)) {
          await rotate(sealer, secret, counts)
        }
      }
      for await (const organizationId of walkOrganizations(db)) {
        organizations += 1
        for (const store of allSecrets) {
          for (const secret of await secretsOf(db, store, organizationId)) {
            await rotate(sealer, secret, counts)
          }
        }
      }
    })
    print(
      `${counts.resealed} sealed again, ${counts.current} already under the first key, ${counts.failed} failed, in ${organizations} organizations`,
    )
    return counts.failed === 0 ? 0 : 1
  },
})

/** A sealed text where it is stored. */
interface Secret {
  readonly called: string
  readonly scope: string
  readonly sealed: string
  /** Stores another text, but where somebody has written since; gives the number of rows. */
  readonly replace: (sealed: string, before: string) => Promise<number>
  readonly read: () => Promise<string | undefined>
}

async function secretsOf(
  db: Database,
  store: SealedStore,
  organizationId: string,
): Promise<Secret[]> {
  const stored = await db.many(store.select, { organizationId })
  return stored.map(({ name, sealed }) => ({
    called: `${name} of organization ${organizationId}`,
    scope: store.scopeOf(organizationId, name),
    sealed,
    replace: async (next, before) =>
      db.transaction(async (tx) =>
        tx.count(store.replace, { organizationId, name, sealed: next, before }),
      ),
    async read() {
      const rows = await db.many(store.select, { organizationId })
      return rows.find((row) => row.name === name)?.sealed
    },
  }))
}

async function* secretsOfAccounts(
  db: Database,
  store: AccountSealedStore,
): AsyncGenerator<Secret> {
  let afterId = ''
  for (;;) {
    const rows = await db.many(store.select, { afterId, rowsMax })
    for (const { id: accountId, sealed } of rows) {
      afterId = accountId
      yield {
        called: `of account ${accountId}`,
        scope: store.scopeOf(accountId),
        sealed,
        replace: async (next, before) =>
          db.transaction(async (tx) =>
            tx.count(store.replace, { accountId, sealed: next, before }),
          ),
        read: async () => (await db.first(store.find, { accountId }))?.sealed,
      }
    }
    if (rows.length < rowsMax) return
  }
}

async function rotate(sealer: Sealer, secret: Secret, counts: Counts): Promise<void> {
  try {
    const changed = await reseal(sealer, secret)
    counts[changed ? 'resealed' : 'current'] += 1
  } catch (error) {
    counts.failed += 1
    process.stderr.write(`${oneLine(reasonOf(error))}\n`)
  }
}

/** Seals a secret anew; compares and sets, so that no concurrent change is ever reverted. */
async function reseal(sealer: Sealer, secret: Secret): Promise<boolean> {
  let before: string | undefined = secret.sealed
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (before === undefined) return false // deleted meanwhile
    const sealed = sealer.reseal(before, secret.scope)
    if (sealed === undefined) return false
    if ((await secret.replace(sealed, before)) > 0) return true
    before = await secret.read()
  }
  throw new Error(`The secret ${secret.called} keeps changing. Run the command again.`)
}
