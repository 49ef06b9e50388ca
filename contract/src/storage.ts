import { Type, type Static } from 'typebox'

import { constant, enumeration, named } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'

export const uploadBytesMax = 100 * 1024 * 1024
export const uploadSeconds = 15 * 60

export const contentType = Type.String({
  minLength: 3,
  maxLength: 255,
  pattern:
    '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(; ?[A-Za-z0-9!#$&^_.+-]+=[A-Za-z0-9!#$&^_.+-]+)*$',
  examples: ['image/png'],
  description: 'Such as `image/png`.',
})

export const fileName = Type.String({ minLength: 1, maxLength: 256 })

export const uploadKind = named(
  'StorageUploadKind',
  enumeration(['customization_font', 'import_file', 'content_file'], {
    description:
      'What the file is for: a font of a site, an archive to import, or a file of a space.',
  }),
)
export type UploadKind = Static<typeof uploadKind>

export const storageUploadUrl = named(
  'StorageUploadURL',
  Type.Object({
    object: constant('storage-signed-url'),
    url: Type.String({
      format: 'uri',
      description:
        'Takes one PUT of the bytes, with the announced `Content-Type` and size, within 15 minutes.',
    }),
    key: Type.String({
      description: 'Names the uploaded file in the request that uses it, once.',
    }),
  }),
)
export type StorageUploadUrl = Static<typeof storageUploadUrl>

export const storageOperations = defineOperations({
  generateStorageUploadURL: {
    method: 'POST',
    path: '/orgs/{organizationId}/storage/upload',
    tag: 'storage',
    summary: 'Get a URL to upload a file to',
    description:
      'Answers a URL that takes the bytes of one file, and the key under which a later request uses it. Open to everyone who may edit something in the organization. What is not used within a day is removed.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      file: named(
        'StorageFileMetadata',
        Type.Object({
          name: fileName,
          type: contentType,
          size: Type.Integer({
            minimum: 1,
            maximum: uploadBytesMax,
            description: 'In bytes.',
          }),
        }),
      ),
      kind: uploadKind,
    }),
    status: 201,
    reply: storageUploadUrl,
    errors: [403, 404, 409],
  },
})
