import { uploadSeconds } from '@lectern/contract/storage.ts'

import { actorFrom, authorize } from '#/access/actor.ts'
import { change } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { sweepAfterSeconds, sweepUpload } from './file-jobs.ts'
import { insertUpload, selectUploader } from './file-queries.ts'
import { takeRoom } from './file-room.ts'
import { uploadPolicy } from './upload-policy.ts'

export const generateStorageUploadURL = operation(
  'generateStorageUploadURL',
  async ({ params: { organizationId }, body: { file, kind } }, context) =>
    change(context, async (tx) => {
      const { userId: callerId } = context.caller
      const uploader = await tx.first(selectUploader, { organizationId, callerId })
      const actor = actorFrom(uploader, context, organizationId)
      authorize(
        uploadPolicy.create(actor, {
          canEditSomething: uploader?.can_edit_something === true,
        }),
        'upload files',
        'the edit role in the organization, or on one of its spaces or collections',
      )

      const key = `uploads/${organizationId}/${newId()}`
      const { name, type: contentType, size } = file
      const url = await context.storage.presignPut(key, {
        contentType,
        sizeBytes: size,
        expiresInSeconds: uploadSeconds,
      })
      await takeRoom(tx, context, { organizationId, bytes: size })
      await tx.run(insertUpload, {
        organizationId,
        key,
        kind,
        name,
        contentType,
        size,
        counted: size,
        createdBy: callerId,
        expiresInSeconds: uploadSeconds,
      })
      const startAfterSeconds = sweepAfterSeconds
      enqueue(tx, sweepUpload, { organizationId, key }, { startAfterSeconds })
      return { object: 'storage-signed-url', url, key }
    }),
)
