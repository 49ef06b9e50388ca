/** Each line with this before it; nothing but the prefix's own text where the line is empty. */
export function prefixLines(text: string, prefix: string): string {
  const bare = prefix.trimEnd()
  return text
    .split('\n')
    .map((line) => (line === '' ? bare : prefix + line))
    .join('\n')
}
