import { Type, type Static } from 'typebox'

import { id, named } from './common.ts'
import { defineOperations } from './operation.ts'
import { inChangeRequest, inSpace } from './parameters.ts'

export const pdfLink = named(
  'PDFLink',
  Type.Object({
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description:
        'Where the PDF is downloaded, by anyone who knows it, for an hour. Until it is made the answer there is 202 with how far it is and `Retry-After`.',
    }),
  }),
)
export type PDFLink = Static<typeof pdfLink>

const part = {
  page: Type.Optional(id('Only this page and those below it. It is no cursor.')),
  only: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'True leaves out what is below `page`, which must be given.',
    }),
  ),
}

const printed = {
  method: 'GET',
  caller: 'user',
  reach: 'organization',
  query: part,
  status: 200,
  reply: pdfLink,
  errors: [400, 404, 409],
} as const

export const pdfOperations = defineOperations({
  getSpacePDF: {
    ...printed,
    path: '/spaces/{spaceId}/pdf',
    tag: 'content',
    summary: 'Get a PDF of a space',
    description:
      'Answers where a PDF of the main content, as it is now, can be downloaded. It is made in the background, once for each revision and part that is asked for.',
    params: inSpace,
  },
  getChangeRequestPDF: {
    ...printed,
    path: '/spaces/{spaceId}/change-requests/{changeRequestId}/pdf',
    tag: 'change-requests',
    summary: 'Get a PDF of a change request',
    description:
      'Answers where a PDF of the content of a change request, as it is now, can be downloaded. It is made in the background, once for each revision and part that is asked for.',
    params: inChangeRequest,
  },
})
