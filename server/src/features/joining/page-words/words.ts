import type { Language } from '#/platform/html/language.ts'

import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { no } from './no.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

export const words: Readonly<Record<Language, Words>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  ja,
  nl,
  no,
  pt,
  ru,
  zh,
}
