interface LanguageFacts {
  /** What the attribute `lang` says. */
  readonly tag: string
  /** What people who speak it call it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}

/** The languages of pages that people sign in at: those of the renderer of sites. */
export const languages = {
  ar: { tag: 'ar', name: 'العربية', direction: 'rtl' },
  de: { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  en: { tag: 'en', name: 'English', direction: 'ltr' },
  es: { tag: 'es', name: 'Español', direction: 'ltr' },
  fr: { tag: 'fr', name: 'Français', direction: 'ltr' },
  he: { tag: 'he', name: 'עברית', direction: 'rtl' },
  ja: { tag: 'ja', name: '日本語', direction: 'ltr' },
  nl: { tag: 'nl', name: 'Nederlands', direction: 'ltr' },
  no: { tag: 'no', name: 'Norsk', direction: 'ltr' },
  pt: { tag: 'pt-BR', name: 'Português', direction: 'ltr' },
  ru: { tag: 'ru', name: 'Русский', direction: 'ltr' },
  zh: { tag: 'zh-Hans', name: '中文', direction: 'ltr' },
} as const satisfies Readonly<Record<string, LanguageFacts>>

export type Language = keyof typeof languages

const defaultLanguage: Language = 'en'

/** The names of languages that are written as another one. */
const others: ReadonlyMap<string, Language> = new Map([
  ['iw', 'he'],
  ['nb', 'no'],
  ['nn', 'no'],
])

// A browser names a handful; nobody makes the server sort thousands.
const headerCharactersMax = 1000

export function isLanguage(name: unknown): name is Language {
  return typeof name === 'string' && Object.hasOwn(languages, name)
}

/**
 * The language that an `Accept-Language` header asks for most (RFC 9110, 12.5.4), by the primary subtag
 * of each range; English where it asks for none that is there.
 */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '')
    .slice(0, headerCharactersMax)
    .split(',')
    .map(rangeOf)
    .filter((range) => range !== undefined)
  const refused = new Set(
    ranges.filter(({ weight }) => weight === 0).map(({ name }) => name),
  )
  const wanted = ranges
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { name } of wanted) {
    if (name !== '*' && !refused.has(name)) return name
    // Any language will do that the header does not name.
    if (name === '*' && !refused.has(defaultLanguage)) return defaultLanguage
  }
  return defaultLanguage
}

interface Range {
  readonly name: Language | '*'
  readonly weight: number
}

/** A language that is there, or any; undefined for others and for what is no range. */
function rangeOf(text: string): Range | undefined {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
  const name = nameOf(range.toLowerCase())
  if (name === undefined) return undefined
  const [parameter] = parameters
  if (parameter === undefined) return { name, weight: 1 }
  const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i.exec(parameter)?.[1]
  return weight === undefined ? undefined : { name, weight: Number(weight) }
}

function nameOf(range: string): Range['name'] | undefined {
  if (range === '*') return '*'
  if (!/^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/.test(range)) return undefined
  const [subtag = ''] = range.split('-', 1)
  return others.get(subtag) ?? (isLanguage(subtag) ? subtag : undefined)
}
