/** For ILIKE: any text that contains the given one, whose own wildcards mean themselves. */
export function containsPattern(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
