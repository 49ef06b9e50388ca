import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { no } from './no.ts'
import { ptBr } from './pt-br.ts'
import { ru } from './ru.ts'
import type { Strings } from './strings.ts'
import { zh } from './zh.ts'

const byLanguage: Readonly<Record<string, Strings>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  iw: he,
  ja,
  nb: no,
  nl,
  nn: no,
  no,
  pt: ptBr,
  ru,
  zh,
}

/** The words for the primary subtag of a language; English for an unknown language. */
export function stringsFor(language: string): Strings {
  const main = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  return Object.hasOwn(byLanguage, main) ? (byLanguage[main] ?? en) : en
}

/** Replaces the placeholders of a string by their values. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  )
}
