import { writtenWords } from './search-words.ts'
import { memberSight } from './sight-names.ts'

/** The texts of one section, by the place where they stand. */
export interface SectionTexts {
  readonly spaceId: string
  readonly title: string
  /** Absent for the section before the first heading. */
  readonly heading?: string
  readonly description: string
  readonly body: string
  /** Words that are found and not shown, such as the sources of drawn. */
  readonly drawn?: string
  /** Who sees the section. */
  readonly sight: string
  /** The tiers it is asked in, before all sections are. */
  readonly tiers: readonly string[]
}

/**
 * The marks before a word that say where it stands, and before the names of a tier and of who sees
 * the section; no word begins with one.
 */
export const marks = {
  space: '@',
  top: '#',
  title: '^',
  tier: '~',
  sight: '=',
} as const

/** The most places of one word: more say nothing new about a section, and only make it larger. */
const placesMax = 24
/** The highest place that PostgreSQL counts up to. */
const placeMax = 16_383
/** The gap between the places of two texts, so that no phrase runs from one into the next. */
const gap = 10

/** The words of a section with their places and weights, as PostgreSQL reads a tsvector. */
export function sectionVector(texts: SectionTexts): string {
  const { spaceId, title, heading, description, body, drawn = '', sight, tiers } = texts
  const places = new Map<string, string[]>()
  const top = new Set<string>()
  let place = 0
  const add = (text: string, weight: 'A' | 'B' | 'C' | '', isTop: boolean) => {
    for (const { whole, parts } of writtenWords(text)) {
      if (parts.length > 1) note(whole, place + 1, weight, isTop)
      for (const part of parts) {
        place += 1
        note(part, place, weight, isTop)
      }
    }
    place += gap
  }
  const note = (word: string, at: number, weight: string, isTop: boolean) => {
    if (isTop) top.add(word)
    const known = places.get(word)
    const text = `${Math.min(at, placeMax)}${weight}`
    if (known === undefined) places.set(word, [text])
    else if (known.length < placesMax && known.at(-1) !== text) known.push(text)
  }

  add(title, 'A', true)
  const titleWords = [...top]
  if (heading !== undefined) add(heading, 'B', true)
  add(description, 'C', false)
  add(body, '', false)
  add(drawn, '', false)
  return [
    `'${marks.space}${spaceId}'`,
    ...(sight === memberSight ? [] : [`'${marks.sight}${sight}'`]),
    ...tiers.map((tier) => `'${marks.tier}${tier}'`),
    ...(heading === undefined ? titleWords : []).map((word) => `'${marks.title}${word}'`),
    ...[...top].map((word) => `'${marks.top}${word}'`),
    ...[...places].map(([word, at]) => `'${word}':${at.join(',')}`),
  ].join(' ')
}
