/** The last part of a path or URL, which stands for it where nothing else is said: `b.md` of `a/b.md`. */
export function lastPart(spelling: string): string {
  const parts = spelling.split('/')
  return parts.findLast((part) => part !== '') ?? spelling
}
