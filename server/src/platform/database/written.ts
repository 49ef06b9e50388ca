/** Takes the result of a statement that returns the row it wrote: a missing row is a defect. */
export function written<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A statement that must write a row wrote none')
  return row
}
