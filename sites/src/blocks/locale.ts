/** The language as a tag that browsers and Node accept; English for an invalid one. */
export function localeOf(language: string): string {
  return isLocale(language) ? language : 'en'
}

/** Whether `Intl` accepts the language as a tag; it throws for one that is not well-formed. */
export function isLocale(language: string): boolean {
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/iu.test(language)) return false
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
