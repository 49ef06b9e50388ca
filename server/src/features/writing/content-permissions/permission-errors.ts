import { type ApiError, invalidRequest } from '#/platform/errors/api-error.ts'

const namedMax = 10

export function unknownHolders({
  users,
  teams,
}: Readonly<{ users: readonly string[]; teams: readonly string[] }>): ApiError {
  const reasons = [
    users.length > 0 && `no member of the organization: ${quoted(users)}`,
    teams.length > 0 && `no team of the organization: ${quoted(teams)}`,
  ].filter((reason) => reason !== false)
  return invalidRequest(
    `Nobody was given a role. ${capitalized(reasons.join('; '))}. Correct the list and send it again.`,
  )
}

function quoted(ids: readonly string[]): string {
  const named = ids.slice(0, namedMax).map((id) => `"${id}"`)
  const more = ids.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
