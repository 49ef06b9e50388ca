import { Type, type Static } from 'typebox'

import { named } from './common.ts'
import { defineOperations } from './operation.ts'

export const apiInformation = named(
  'ApiInformation',
  Type.Object({
    version: Type.String({ description: 'The release that answers.' }),
    build: Type.String({ description: 'When that release was built, in ISO 8601.' }),
  }),
)
export type ApiInformation = Static<typeof apiInformation>

export const systemOperations = defineOperations({
  getApiInformation: {
    method: 'GET',
    path: '/',
    tag: 'system',
    summary: 'Get the version of the server',
    description: 'Answers which release is running. Needs no token.',
    caller: 'anyone',
    reach: 'public',
    status: 200,
    reply: apiInformation,
    errors: [],
  },
})
