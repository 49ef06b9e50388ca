/** The known words that the user probably meant, nearest first; none when nothing is near. */
export function nearest(typed: string, known: readonly string[]): string[] {
  const farthest = Math.max(1, Math.floor(typed.length / 3))
  return known
    .map((word) => ({ word, steps: stepsBetween(typed.toLowerCase(), word) }))
    .filter(({ steps }) => steps <= farthest)
    .toSorted((a, b) => a.steps - b.steps)
    .map(({ word }) => word)
}

/** The number of letters to add, leave out, replace or swap to turn one word into the other. */
function stepsBetween(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(from.length, to.length)
}
