/** Text that was written at the left margin, indented for containers with this prefix. */
export function indent(text: string, prefix: string, lineEnding: string): string {
  const [first = '', ...rest] = text.split('\n')
  const blank = prefix.trimEnd()
  return [first, ...rest.map((line) => (line === '' ? blank : prefix + line))].join(
    lineEnding,
  )
}

/** The line breaks between two blocks in containers with this prefix, up to the second block. */
export function between(separator: string, prefix: string, lineEnding: string): string {
  const blank = lineEnding + prefix.trimEnd()
  return blank.repeat(separator.length - 1) + lineEnding + prefix
}
