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
