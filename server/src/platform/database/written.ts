/** For a statement that returns the row it wrote: none is a defect, not an answer. */
export function written<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A statement that must write a row wrote none')
  return row
}
