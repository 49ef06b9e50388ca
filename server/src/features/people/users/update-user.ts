import { authorize, requireVersion } from '#/access/actor.ts'
import { written } from '#/platform/database/written.ts'
import { notFound } from '#/platform/errors/api-error.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { findVisibleUser } from './find-user.ts'
import { refreshSearchTexts } from './user-jobs.ts'
import { lockAccount, updateProfile } from './user-queries.ts'
import { viewUser } from './user-view.ts'

export const updateUserById = operation(
  'updateUserById',
  async ({ params: { userId }, body }, context) =>
    change(context, async (tx) => {
      const isSelf = userId === context.caller.userId
      // The lock and the read are sent together; the read sees what the lock protects.
      const [, user] = await Promise.all([
        isSelf ? tx.first(lockAccount, { userId }) : undefined,
        findVisibleUser(tx, context, userId),
      ])
      if (user === undefined) throw notFound('user', userId)
      authorize(isSelf, 'change this profile', 'to be that user')
      requireVersion(context, user.version, 'user')

      const displayName = body.displayName ?? user.display_name
      const photoUrl = body.photoURL ?? user.photo_url
      const isRenamed = displayName !== user.display_name
      if (!isRenamed && photoUrl === user.photo_url) return viewUser(user, context)
      const changed = await tx.first(updateProfile, { userId, displayName, photoUrl })
      if (isRenamed) enqueue(tx, refreshSearchTexts, { userId })
      return viewUser(written(changed), context)
    }),
)
