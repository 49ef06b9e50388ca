import { type ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

const shownMax = 10

/** The error that names users or teams who cannot review, by their index in the request. */
export function noReviewers(
  field: 'users' | 'teams',
  sent: readonly string[],
  strangers: ReadonlySet<string>,
): ApiError {
  const why =
    field === 'users' ? 'who is no member that may view this space' : 'which is no team'
  const details = sent.flatMap((id, index) =>
    strangers.has(id)
      ? [{ path: `body.${field}.${index}`, message: `names "${id}", ${why}` }]
      : [],
  )
  const shown = details
    .slice(0, shownMax)
    .map(({ path, message }) => `${path} ${message}`)
  const rest = details.length > shownMax ? `, and ${details.length - shownMax} more` : ''
  return invalidRequest(`${shown.join('; ')}${rest}. Nobody was asked.`, details)
}
