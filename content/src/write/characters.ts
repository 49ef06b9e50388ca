const whitespace = /\s/u
const punctuation = /[\p{P}\p{S}]/u

export type CharacterClass = 'space' | 'punctuation' | 'other'

/** The class of a UTF-16 unit next to `**`, `_` and `~~`; the ends of a line count as space. */
export function classOf(unit: string): CharacterClass {
  if (unit === '' || whitespace.test(unit)) return 'space'
  return punctuation.test(unit) ? 'punctuation' : 'other'
}

export function characterReference(unit: string): string {
  return `&#x${unit.charCodeAt(0).toString(16).toUpperCase()};`
}

export function longestRun(text: string, character: string): number {
  let longest = 0
  let current = 0
  for (const unit of text) {
    current = unit === character ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest
}

/** The smallest length, from `least` on, that no run of this character in the text has. */
export function unusedLength(text: string, character: string, least: number): number {
  const runs = new Set<number>()
  let current = 0
  for (let index = 0; index <= text.length; index += 1) {
    if (text.charAt(index) === character) current += 1
    else {
      runs.add(current)
      current = 0
    }
  }
  let length = least
  while (runs.has(length)) length += 1
  return length
}
