/** The most characters of a word; longer words are cut: nobody asks for the rest of one. */
const wordLengthMax = 64

/** One written word: several parts where it is joined by signs or by capitals. */
export interface WrittenWord {
  /** The whole word, without the signs. */
  readonly whole: string
  /** The parts in order; the whole word alone where it has none. */
  readonly parts: readonly string[]
  /** Whether the parts are pairs of characters of a script that writes no spaces. */
  readonly isPaired: boolean
  /** Whether the word reads as several: nothing but hyphens or slashes between plain words. */
  readonly isLoose: boolean
}

/**
 * The words of a text as the index and its queries see them: without letter case and accents, names
 * of things in code both whole and in their parts, and scripts without spaces in pairs of
 * characters.
 */
export function writtenWords(text: string): readonly WrittenWord[] {
  const found: WrittenWord[] = []
  for (const [chunk] of text.normalize('NFKC').matchAll(chunks)) {
    found.push(...wordsOfChunk(chunk))
  }
  return found
}

/**
 * The words of chunks that were read before: a text is mostly made of words that were just seen.
 */
const seen = new Map<string, readonly WrittenWord[]>()
const seenMax = 20_000
const seenLengthMax = 100

function wordsOfChunk(chunk: string): readonly WrittenWord[] {
  const known = seen.get(chunk)
  if (known !== undefined) return known
  const words: WrittenWord[] = []
  for (const [run] of chunk.replaceAll(apostrophes, '').matchAll(scriptRuns)) {
    const word = unspaced.test(run) ? pairedWord(run) : spacedWord(run)
    if (word !== undefined) words.push(word)
  }
  if (chunk.length <= seenLengthMax) {
    if (seen.size >= seenMax) seen.clear()
    seen.set(chunk, words)
  }
  return words
}

/** The text in lower case without accents, as words are stored. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(special, (letter) => specialLetters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(accents, '$1')
    .normalize('NFC')
}

/** The scripts without spaces, and Korean, which puts endings on words that nobody searches for. */
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u
const scriptRuns =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu
/** Runs of letters and digits, with single signs that join them. */
const chunks = /[\p{L}\p{N}\p{M}_]+(?:[-.:/@+#&'’][\p{L}\p{N}\p{M}_]+)*/gu
const apostrophes = /['’]s?(?![\p{L}\p{N}])|['’]/gu
const joints = /[^\p{L}\p{N}\p{M}]+/u
const looseJoints = /^[\p{Ll}\p{M}\p{N}]+(?:[-/][\p{Ll}\p{M}\p{N}]+)+$/u
const capitals = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
/** Marks on letters of scripts whose marks are accents; elsewhere they are letters of their own. */
const accents =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}])\p{M}+/gu
/** Letters that are not a letter with an accent, and are still written without one. */
const specialLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const special = /[ßæœøłđðþı]/gu

function spacedWord(run: string): WrittenWord | undefined {
  const parts = run
    .split(joints)
    .flatMap((part) => part.split(capitals))
    .map(bounded)
    .filter((part) => part !== '')
  const whole = bounded(run.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ''))
  if (whole === '') return undefined
  return {
    whole,
    parts: parts.length > 1 ? parts : [whole],
    isPaired: false,
    isLoose: looseJoints.test(run.toLowerCase()) && !capitals.test(run),
  }
}

/**
 * Cuts a run into overlapping pairs and the last character by itself, so that every character
 * begins a part.
 */
function pairedWord(run: string): WrittenWord {
  const characters = Array.from(folded(run))
  const parts = characters.map((character, at) => character + (characters[at + 1] ?? ''))
  return { whole: parts[0] ?? '', parts, isPaired: true, isLoose: false }
}

function bounded(text: string): string {
  return folded(text).slice(0, wordLengthMax).toWellFormed()
}
