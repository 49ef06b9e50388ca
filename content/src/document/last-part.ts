/** The last part of a path or URL, its label where no other is given: `b.md` of `a/b.md`. */
export function lastPart(spelling: string): string {
  const parts = spelling.split('/')
  return parts.findLast((part) => part !== '') ?? spelling
}
