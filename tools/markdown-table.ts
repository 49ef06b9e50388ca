/** A Markdown table with columns as wide as the formatter wants them; the first row is its head. */
export function markdownTable(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))
  const lines = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widthOf(column))).join(' | ')} |`,
  )
  const rule = rows[0]?.map((_, column) => '-'.repeat(widthOf(column))) ?? []
  return lines.toSpliced(1, 0, `| ${rule.join(' | ')} |`)
}
