/** The language as a tag that every browser and Node take; English where it is none. */
export function localeOf(language: string): string {
  return isLocale(language) ? language : 'en'
}

/** A tag that is not well-formed would be refused with an error. */
export function isLocale(language: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/iu.test(language)) return false
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
