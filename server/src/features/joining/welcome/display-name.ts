const lengthMax = 64

/** Cleans up a typed name; undefined when it cannot be one. */
export function displayNameFrom(typed: string): string | undefined {
  const name = typed.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const { length } = Array.from(name)
  return length >= 1 && length <= lengthMax ? name : undefined
}
