/** Each line with the prefix; an empty line has the prefix without its trailing space. */
export function prefixLines(text: string, prefix: string): string {
  const bare = prefix.trimEnd()
  return text
    .split('\n')
    .map((line) => (line === '' ? bare : prefix + line))
    .join('\n')
}
