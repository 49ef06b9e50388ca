import type { Space } from '@lectern/contract/spaces.ts'

import { type AskedBy, contentActorFrom } from '#/access/content-access.ts'
import { listedFor } from '#/content-store/nodes/public.ts'
import type { OpenShare } from '#/features/writing/publications/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import type { Context, ReaderContext } from '#/platform/http/context.ts'

import { selectSpacesById } from './space-list-queries.ts'
import { selectSpacesForVisitor } from './space-queries.ts'
import { viewForVisitor, viewSpace } from './space-view.ts'

interface Shared {
  readonly share?: OpenShare | undefined
}

/** The spaces among `spaceIds` that the caller may see, by id. */
export async function viewSpaces(
  context: Pick<Context, 'caller' | 'config'> & { readonly db: Queryable } & Shared,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, Space>> {
  if (spaceIds.length === 0) return new Map()
  const callerId = context.caller.userId
  const of = { organizationId, callerId, spaceIds }
  const rows = await context.db.many(selectSpacesById, of)
  return new Map(
    rows.map((space) => {
      const actor = listedFor(space, context, organizationId)
      return [space.id, viewSpace({ actor, space }, context)]
    }),
  )
}

/** Some spaces as the visitor of a site sees them, by id. */
export async function viewSpacesForVisitor(
  context: Pick<ReaderContext, 'db' | 'caller' | 'config'> & Shared,
  asked: AskedBy,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, Space>> {
  const rows = await context.db.many(selectSpacesForVisitor, { ...asked, spaceIds })
  return new Map(
    rows.flatMap((space) => {
      const actor = contentActorFrom(space, context, asked.organizationId)
      if (actor === undefined) return []
      return [[space.id, viewForVisitor({ actor, space }, context)] as const]
    }),
  )
}
