/** Avoids `push(...values)`, which fails for long lists: the number of arguments is limited. */
export function appendTo<Value>(list: Value[], values: readonly Value[]): void {
  for (const value of values) list.push(value)
}
