const charactersMax = 254

/** A typed mail address in its stored form; undefined for text that is none. */
export function emailFrom(typed: unknown): string | undefined {
  if (typeof typed !== 'string' || typed.length > charactersMax + 100) return undefined
  const email = typed.trim().toLowerCase()
  const isAddress =
    email.length <= charactersMax &&
    email.isWellFormed() &&
    !/\p{Cc}/u.test(email) &&
    /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(email)
  return isAddress ? email : undefined
}
