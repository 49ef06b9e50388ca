import { ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

export function onlyWithoutPage(): ApiError {
  return invalidRequest(
    '`only` is true, and there is no `page` that it could be about. Name the page, or leave out `only`.',
  )
}

export function pdfsNotSetUp(): ApiError {
  return new ApiError(
    409,
    'pdfs_not_set_up',
    'This installation makes no PDFs. Its operator can set SITES_URL so that it does.',
  )
}

export function tooManyPdfs(unfinishedMax: number): ApiError {
  return new ApiError(
    409,
    'too_many_pdfs',
    `The organization waits for ${unfinishedMax} PDFs already. Ask again when some of them are made.`,
  )
}

export function pdfFailed(failure: string): ApiError {
  return new ApiError(
    409,
    'pdf_failed',
    `This PDF could not be made. ${failure} Asking for it again tries once more.`,
  )
}
