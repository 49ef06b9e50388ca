/** The first line ending of a text; `\n` for a text of one line. */
export function lineEndingOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}
