/** How the lines of a text end, judged by the first of them. */
export function lineEndingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}
