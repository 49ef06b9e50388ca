import { type Calls, outsideOf } from './official-client-calls.ts'

export const pdfCalls = {
  getSpacePDF: outsideOf(async (client, { space, content }) =>
    client.spaces.getSpacePdf(space, { page: content.page, only: true }),
  ),
  getChangeRequestPDF: outsideOf(async (client, { space, changeRequest }) =>
    client.spaces.getChangeRequestPdf(space, changeRequest),
  ),
} satisfies Record<string, Calls>
