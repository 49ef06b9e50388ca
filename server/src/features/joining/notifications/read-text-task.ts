import { links } from '@lectern/content/look/links.ts'
import { plainText } from '@lectern/content/look/plain-text.ts'
import { documentWithKeys } from '@lectern/content/read/keys.ts'
import { read } from '@lectern/content/read/read.ts'

import type { ReadText } from './read-text-work.ts'

/**
 * The most users whom one text can notify by mentions: no comment is a way to write to everybody.
 */
const mentionsMax = 50
const excerptCharactersMax = 500

/** @public loaded by name */
export function readTexts(texts: readonly string[]): readonly ReadText[] {
  return texts.map(readText)
}

function readText(markdown: string): ReadText {
  const document = documentWithKeys(read(markdown))
  const named = links(document).flatMap(({ ref, role }) =>
    role === 'mention' && ref.kind === 'user' ? [ref.user] : [],
  )
  return {
    mentions: [...new Set(named)].slice(0, mentionsMax),
    excerpt: shortened(plainText(document).trim()),
  }
}

/** Shortens a text without splitting a character. */
function shortened(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= excerptCharactersMax) return text
  return `${characters.slice(0, excerptCharactersMax).join('').trimEnd()}…`
}
