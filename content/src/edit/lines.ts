/** Text that was written at the top of a page, as it stands inside containers with this prefix. */
export function indent(text: string, prefix: string, lineEnding: string): string {
  const [first = '', ...rest] = text.split('\n')
  const blank = prefix.trimEnd()
  return [first, ...rest.map((line) => (line === '' ? blank : prefix + line))].join(
    lineEnding,
  )
}

/** The line breaks between two blocks inside containers with this prefix, up to where the second begins. */
export function between(separator: string, prefix: string, lineEnding: string): string {
  const blank = lineEnding + prefix.trimEnd()
  return blank.repeat(separator.length - 1) + lineEnding + prefix
}
