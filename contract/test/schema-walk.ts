/** Each schema in a value, with its path. */
export function* within(
  value: unknown,
  path: string,
  isSchema = true,
): Generator<[schema: Record<string, unknown>, path: string]> {
  if (typeof value !== 'object' || value === null) return
  if (isSchema && !Array.isArray(value)) {
    yield [Object.fromEntries(Object.entries(value)), path]
  }
  for (const [key, entry] of Object.entries(value)) {
    // The names of properties are no keywords.
    yield* within(entry, `${path}/${key}`, !isSchema || key !== 'properties')
  }
}

/** The entry of an object by its name. */
export function child(parent: unknown, key: string): unknown {
  return typeof parent === 'object' && parent !== null
    ? Object.entries(parent).find(([name]) => name === key)?.[1]
    : undefined
}
