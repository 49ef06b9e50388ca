import type { Queryable } from '#/platform/database/queryable.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'
import type { Transaction } from '#/platform/database/transaction.ts'

export type HomelessKind = 'collection' | 'space'

/** The kinds of objects that some routes address without their organization. */
export type HomedKind = HomelessKind | 'site' | 'saml-provider'

interface Home {
  readonly organizationId: string
  /** Whether the home comes from the cache; it may then be outdated. */
  readonly isRemembered: boolean
}

/** Finds the organization of an object that is addressed without naming one. */
export interface Homes {
  readonly find: (kind: HomedKind, id: string) => Promise<Home | undefined>
  readonly forget: (id: string) => void
}

const rememberedMax = 100_000

const selectHome = statement('directory.home', (p: { id: string; kind: HomedKind }) =>
  sqlBuilder
    .selectFrom('directory')
    .select('organization_id')
    .where('id', '=', p.id)
    .where('kind', '=', p.kind),
)

const insertHome = statement(
  'directory.insert',
  (p: { id: string; kind: HomedKind; organizationId: string }) =>
    sqlBuilder
      .insertInto('directory')
      .values({ id: p.id, kind: p.kind, organization_id: p.organizationId }),
)

const deleteHome = statement('directory.delete', (p: { id: string }) =>
  sqlBuilder.deleteFrom('directory').where('id', '=', p.id),
)

const updateHome = statement(
  'directory.move',
  (p: { id: string; organizationId: string }) =>
    sqlBuilder
      .updateTable('directory')
      .set({ organization_id: p.organizationId })
      .where('id', '=', p.id),
)

/** Finds homes and caches them, since they change only by transfers; unknown ids are not cached. */
export function createHomes(db: Queryable): Homes {
  const remembered = new Map<string, string>()
  return {
    async find(kind, id) {
      const key = `${kind} ${id}`
      const known = remembered.get(key)
      if (known !== undefined) return { organizationId: known, isRemembered: true }
      const row = await db.first(selectHome, { id, kind })
      if (row === undefined) return undefined
      if (remembered.size >= rememberedMax) {
        const [oldest = ''] = remembered.keys()
        remembered.delete(oldest)
      }
      remembered.set(key, row.organization_id)
      return { organizationId: row.organization_id, isRemembered: false }
    },
    forget(id) {
      remembered.delete(`space ${id}`)
      remembered.delete(`collection ${id}`)
      remembered.delete(`site ${id}`)
    },
  }
}

/** More transfers of one object than can happen during one search for it. */
const looksMax = 6

/**
 * Reads an object in the organization it belongs to. A transfer may happen at any moment, so the
 * object counts as missing only if the directory gave the same organization before and after the
 * read.
 */
export async function findAtHome<Found>(
  homes: Homes,
  kind: HomedKind,
  id: string,
  read: (organizationId: string) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  let missedIn: string | undefined
  for (let look = 0; look < looksMax; look += 1) {
    const home = await homes.find(kind, id)
    if (home === undefined) return undefined
    const { organizationId, isRemembered } = home
    if (!isRemembered && organizationId === missedIn) return undefined
    const found = await read(organizationId)
    if (found !== undefined) return found
    missedIn = isRemembered ? undefined : organizationId
    homes.forget(id)
  }
  return undefined
}

export const homeWrites = {
  async add(
    tx: Transaction,
    home: { id: string; kind: HomedKind; organizationId: string },
  ): Promise<void> {
    await tx.run(insertHome, home)
  },
  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.run(deleteHome, { id })
  },
  async move(
    tx: Transaction,
    home: { id: string; organizationId: string },
  ): Promise<void> {
    await tx.run(updateHome, home)
  },
}
