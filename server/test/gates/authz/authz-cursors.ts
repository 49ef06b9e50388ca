import type { Existing } from './authz-cases.ts'
import type { Principal } from './authz-principals.ts'
import { isCursor } from './authz-slots.ts'
import { type Target, targets } from '../generate/generate-schema.ts'
import { kindInPath } from '../generate/generate-things.ts'
import { targetPath, type WireClient } from '../generate/generate-wire.ts'
import type { Place } from '../generate/generate-world.ts'

/** Where each list goes on, as each of those who may read it was told. */
export interface Cursors {
  readonly valueFor: (
    target: Target,
    principal: Principal,
    choice: Existing,
  ) => string | undefined
}

/** Reads the first entry of every list in every place, for the cursor behind it. */
export async function readCursors(
  wire: WireClient,
  places: readonly Place[],
): Promise<Cursors> {
  const lists = targets.filter(({ query }) => {
    const page = query.properties?.['page']
    return page !== undefined && isCursor('page', page)
  })
  const known = new Map<string, string>()
  for (const place of places) {
    for (const list of lists) {
      const cursor = await readCursor(wire, list, place)
      if (cursor !== undefined) known.set(keyOf(list, place), cursor)
    }
  }
  return {
    valueFor(target, { own, foreign, other, isVisitor }, choice) {
      const isInOrganization =
        isVisitor !== true && target.definition.path.includes('{organizationId}')
      const values: Readonly<Record<Existing, string | undefined>> = {
        own: known.get(keyOf(target, own)),
        self: undefined,
        foreign: known.get(keyOf(target, foreign)),
        other: isInOrganization ? known.get(keyOf(target, other)) : undefined,
        // Nothing deletes a cursor; one of another list is as useless.
        deleted: lists
          .filter(({ id }) => id !== target.id)
          .map((list) => known.get(keyOf(list, own)))
          .find((cursor) => cursor !== undefined),
      }
      return values[choice]
    },
  }
}

function keyOf({ id }: Target, { organizationId }: Place): string {
  return `${id} ${organizationId}`
}

async function readCursor(
  wire: WireClient,
  { definition, params }: Target,
  { things, adminToken }: Place,
): Promise<string | undefined> {
  const values = Object.keys(params.properties ?? {}).map((name) => [
    name,
    things[kindInPath(definition.path, name)] ?? '',
  ])
  const { body } = await wire.send({
    method: 'GET',
    target: targetPath(definition, Object.fromEntries(values), [['limit', '1']]),
    headers: { authorization: `Bearer ${adminToken}` },
  })
  const next: unknown = Object(body)['next']
  const page: unknown = Object(next)['page']
  return typeof page === 'string' ? page : undefined
}
