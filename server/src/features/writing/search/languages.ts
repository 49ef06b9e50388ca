/** The dictionaries of PostgreSQL that take endings off words, by the language they are for. */
const stemmers: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
}

/**
 * The dictionary of a language. English stands in for an unknown one: most names of things are
 * English everywhere.
 */
export function stemmingDictionary(language: string | null): string {
  const code = language?.slice(0, 2).toLowerCase() ?? 'en'
  return `${stemmers[code] ?? 'english'}_stem`
}
