/**
 * JSON that PostgreSQL accepts as jsonb: without NUL and halves of surrogate pairs, which YAML and
 * addresses can spell.
 */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value)
  // Nearly always nothing needs replacing; JSON spells such characters as escapes.
  if (!/\\u(?:0000|d[89a-f])/.test(text)) return text
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'string') return storableText(part)
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    const entries = Object.entries(part)
    if (entries.every(([key]) => storableText(key) === key)) return part
    return Object.fromEntries(entries.map(([key, each]) => [storableText(key), each]))
  })
}

function storableText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD')
}

export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}
