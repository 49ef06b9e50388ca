const lengthMax = 64

/** Tidies what was typed; undefined when it cannot be a name. */
export function displayNameFrom(typed: string): string | undefined {
  const name = typed.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
  const { length } = Array.from(name)
  return length >= 1 && length <= lengthMax ? name : undefined
}
