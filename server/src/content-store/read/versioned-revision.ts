import {
  type HeadColumns,
  type RevisionColumns,
  selectHeadRevision,
} from '#/content-store/branches/public.ts'
import type { ReaderContext } from '#/platform/http/context.ts'
import { type Versioned, versioned } from '#/platform/http/outcome.ts'

import {
  audienceOf,
  type FoundInSpace,
  type FoundRevision,
  readInSpace,
  revisionOf,
} from './select-for-caller.ts'

interface SeenRevision<Body> {
  readonly found: FoundInSpace<HeadColumns & RevisionColumns>
  readonly view: Versioned<Body>['view']
}

/** A read of the whole head, like `versionedAtHead`; `also` says what else the answer depends on. */
export async function versionedRevisionAtHead<Body>(
  context: ReaderContext,
  spaceId: string,
  also: (revision: FoundRevision) => Promise<readonly unknown[]>,
  read: () => Promise<SeenRevision<Body>>,
): Promise<Versioned<Body>> {
  const audience = await audienceOf(context)
  const { fileMark } = context.caller
  const version = async ({ found, view }: SeenRevision<Body>) => {
    const { actor, first, organizationId } = found
    const revision = revisionOf(first, { organizationId, spaceId })
    const more = revision === undefined ? [] : await also(revision)
    const seenBy = [actor.role, first.file_epoch, fileMark, audience]
    return versioned(first.head_number, [...seenBy, 'revision', ...more], view)
  }
  if (context.isRevalidation) {
    const found = await readInSpace(context, spaceId, async (of) =>
      context.db.many(selectHeadRevision, of),
    )
    return version({ found, view: async () => (await read()).view() })
  }
  return version(await read())
}
