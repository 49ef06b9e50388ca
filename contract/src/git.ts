import { Type } from 'typebox'

import { named } from './common.ts'

export const gitBlob = named(
  'GitBlob',
  Type.Object(
    { oid: Type.String(), path: Type.String() },
    { description: 'The file in the Git repository it came from or was written to.' },
  ),
)

export const gitCommit = named(
  'GitCommit',
  Type.Object({
    oid: Type.String(),
    message: Type.String(),
    createdByService: Type.Boolean({ description: 'Whether it was exported from here.' }),
    createdByGitBook: Type.Boolean({
      description: 'The same once more, under the name that existing clients read.',
    }),
    url: Type.Optional(Type.String()),
    ref: Type.Optional(Type.String()),
  }),
)
