import {
  type ContentActor,
  contentActorFrom,
  type ContentColumns,
} from '#/access/content-access.ts'
import type { Context } from '#/platform/http/context.ts'

/** The caller's role on one entry of a list that shows only entries visible to them. */
export function listedFor(
  columns: ContentColumns,
  context: Pick<Context, 'caller'>,
  organizationId: string,
): ContentActor {
  const actor = contentActorFrom(columns, context, organizationId)
  if (actor === undefined) throw new Error('A list holds what its reader may not see')
  return actor
}
