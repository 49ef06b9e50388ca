/** Adds values to a list without `push(...values)`, which fails for very many arguments. */
export function appendTo<Value>(list: Value[], values: readonly Value[]): void {
  for (const value of values) list.push(value)
}
