/** An ILIKE pattern for texts that contain the given one, whose own wildcards are escaped. */
export function containsPattern(text: string | undefined): string | undefined {
  return text === undefined
    ? undefined
    : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
