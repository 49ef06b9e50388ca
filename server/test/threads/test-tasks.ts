// Tasks for tests, which threads load by name.

/** @public */
export function double(number: number): number {
  return number * 2
}

/** @public */
export function fail(message: string): never {
  throw new RangeError(message)
}

/** @public */
export function spin(milliseconds: number): string {
  const end = Date.now() + milliseconds
  while (Date.now() < end);
  return 'done'
}

/** @public */
export function environment(): readonly string[] {
  return Object.keys(process.env)
}

/** @public */
export function lengthOf(text: string): number {
  return text.length
}

/** @public */
export function fill(megabytes: number): number {
  const kept: string[][] = []
  while (kept.length < megabytes) {
    kept.push(Array.from({ length: 131_072 }, (_, index) => `${kept.length} ${index}`))
  }
  return kept.length
}

/**
 * Fills the heap by calls of which V8 can stop none before its end.
 *
 * @public
 */
export function parse(objects: number): never {
  const text = `[${'{"of":[1]},'.repeat(objects)}1]`
  const kept: unknown[] = []
  for (;;) kept.push(JSON.parse(text))
}
