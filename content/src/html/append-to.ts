/** Not by `push(...values)`: a call takes only so many arguments. */
export function appendTo<Value>(list: Value[], values: readonly Value[]): void {
  for (const value of values) list.push(value)
}
