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

const left: unknown[][] = []

/**
 * Keeps so many megabytes in the heap of the thread after its end.
 *
 * @public
 */
export function leave(megabytes: number): void {
  left.push(...listsOf(megabytes))
}

/**
 * Has so many megabytes in the heap for half a second.
 *
 * @public
 */
export function hold(megabytes: number): number {
  const held = listsOf(megabytes)
  spin(500)
  return held.length
}

/** Lists of a megabyte each, made without anything to throw away. */
function listsOf(megabytes: number): number[][] {
  // oxlint-disable-next-line unicorn/no-new-array -- a list that grows leaves its smaller forms
  return Array.from({ length: megabytes }, () => new Array<number>(131_072).fill(0.5))
}
