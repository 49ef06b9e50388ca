/** Where the letters A to Z and a to z of each kind begin, and the digits, if there are any. */
const alphabets: Readonly<
  Record<string, { readonly letters: number; readonly digits?: number }>
> = {
  bold: { letters: 0x1d400, digits: 0x1d7ce },
  italic: { letters: 0x1d434 },
  'bold-italic': { letters: 0x1d468 },
  script: { letters: 0x1d49c },
  'bold-script': { letters: 0x1d4d0 },
  fraktur: { letters: 0x1d504 },
  'double-struck': { letters: 0x1d538, digits: 0x1d7d8 },
  'bold-fraktur': { letters: 0x1d56c },
  'sans-serif': { letters: 0x1d5a0, digits: 0x1d7e2 },
  'bold-sans-serif': { letters: 0x1d5d4, digits: 0x1d7ec },
  'sans-serif-italic': { letters: 0x1d608 },
  'sans-serif-bold-italic': { letters: 0x1d63c },
  monospace: { letters: 0x1d670, digits: 0x1d7f6 },
}

/** Where the letters Α to Ω and α to ω begin. */
const greek: Readonly<Record<string, number>> = {
  bold: 0x1d6a8,
  italic: 0x1d6e2,
  'bold-italic': 0x1d71c,
  'bold-sans-serif': 0x1d756,
  'sans-serif-bold-italic': 0x1d790,
}

/** Letters that had a place of their own before the alphabets were made. */
const elsewhere: Readonly<Record<string, string>> = {
  'italic h': 'ℎ',
  'script B': 'ℬ',
  'script E': 'ℰ',
  'script F': 'ℱ',
  'script H': 'ℋ',
  'script I': 'ℐ',
  'script L': 'ℒ',
  'script M': 'ℳ',
  'script R': 'ℛ',
  'script e': 'ℯ',
  'script g': 'ℊ',
  'script o': 'ℴ',
  'fraktur C': 'ℭ',
  'fraktur H': 'ℌ',
  'fraktur I': 'ℑ',
  'fraktur R': 'ℜ',
  'fraktur Z': 'ℨ',
  'double-struck C': 'ℂ',
  'double-struck H': 'ℍ',
  'double-struck N': 'ℕ',
  'double-struck P': 'ℙ',
  'double-struck Q': 'ℚ',
  'double-struck R': 'ℝ',
  'double-struck Z': 'ℤ',
}

/** The text in letters of a kind: browsers know of `mathvariant` only that it can be `normal`. */
export function mathLetters(text: string, variant: string): string {
  return Array.from(text, (character) => letterOf(character, variant)).join('')
}

function letterOf(character: string, variant: string): string {
  const known = elsewhere[`${variant} ${character}`]
  if (known !== undefined) return known
  const { letters, digits } = alphabets[variant] ?? {}
  const starts: readonly (readonly [RegExp, string, number | undefined, number])[] = [
    [/^[A-Z]$/u, 'A', letters, 0],
    [/^[a-z]$/u, 'a', letters, 26],
    [/^[0-9]$/u, '0', digits, 0],
    [/^[Α-ΡΣ-Ω]$/u, 'Α', greek[variant], 0],
    [/^[α-ω]$/u, 'α', greek[variant], 26],
  ]
  for (const [pattern, first, start, after] of starts) {
    if (start === undefined || !pattern.test(character)) continue
    const place = (character.codePointAt(0) ?? 0) - (first.codePointAt(0) ?? 0)
    return String.fromCodePoint(start + after + place)
  }
  return character
}
