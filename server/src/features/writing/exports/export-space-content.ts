import type { VersionRow } from '#/content-store/branches/public.ts'
import { hasEntry, readInSpace, selectTree } from '#/content-store/read/public.ts'
import { operation } from '#/platform/http/operation.ts'
import { Streamed } from '#/platform/http/outcome.ts'

import { archiveOf } from './archive-stream.ts'
import { filesOfSpace } from './files-of-space.ts'

/** Exports the content of a space: the head of this moment, however long the answer takes. */
export const exportSpaceContent = operation(
  'exportSpaceContent',
  async ({ params: { spaceId } }, context) => {
    const { organizationId, first, rows } = await readInSpace(
      context,
      spaceId,
      async (of) => context.db.many(selectTree({ only: 'everything' }), of),
    )
    const entries: VersionRow[] = rows.filter(hasEntry)
    const { head_number: number, moved_number: movedNumber } = first
    const files = filesOfSpace(
      context,
      { organizationId, spaceId, number, movedNumber },
      entries,
    )
    const archive = archiveOf(files, (error) =>
      context.log.error({ err: error, spaceId }, 'an export ended early'),
    )
    return new Streamed(archive, `${spaceId}.tar.gz`)
  },
)
