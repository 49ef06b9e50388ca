import type { TryWords } from './try-words.ts'

type Loaded = Promise<{ readonly words: TryWords }>

/** Only the words of the page's language are loaded. */
const byLanguage: Readonly<Partial<Record<string, () => Loaded>>> = {
  ar: async () => import('./ar.ts'),
  de: async () => import('./de.ts'),
  en: async () => import('./en.ts'),
  es: async () => import('./es.ts'),
  fr: async () => import('./fr.ts'),
  he: async () => import('./he.ts'),
  iw: async () => import('./he.ts'),
  ja: async () => import('./ja.ts'),
  nb: async () => import('./no.ts'),
  nl: async () => import('./nl.ts'),
  nn: async () => import('./no.ts'),
  no: async () => import('./no.ts'),
  pt: async () => import('./pt-br.ts'),
  ru: async () => import('./ru.ts'),
  zh: async () => import('./zh.ts'),
}

export async function wordsFor(language: string): Promise<TryWords> {
  const main = language.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  const load = Object.hasOwn(byLanguage, main) ? byLanguage[main] : undefined
  const { words } = await (load ?? (async () => import('./en.ts')))()
  return words
}
