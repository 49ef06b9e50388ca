import { make, fill, newId } from './elements.ts'
import { prettyJson } from './pretty-json.ts'
import type { Answer } from './send.ts'
import type { TryWords } from './words/try-words.ts'

const shownCharactersMax = 200_000
const headersMax = 200

/** An answer as text: nothing of it is read as HTML, whatever its server says that it is. */
export function answerView(words: TryWords, answer: Answer): HTMLElement {
  const id = newId()
  const { status, statusText, bytes, durationMs, isDirect } = answer
  const tone = status >= 200 && status < 300 ? 'good' : 'bad'
  return make(
    'section',
    { class: 'try-answer', 'aria-labelledby': id },
    make('p', { class: 'try-title', id }, words.answer),
    make(
      'p',
      { class: 'try-facts' },
      make(
        'strong',
        { class: `try-status try-${tone}`, dir: 'ltr' },
        `${status} ${statusText}`.trim(),
      ),
      make('span', {}, measure('millisecond', Math.round(durationMs))),
      make('span', {}, sizeText(bytes.length)),
    ),
    headersView(words, answer, isDirect),
    ...bodyView(words, answer),
  )
}

/** Removes an answer, and what the browser keeps for its link. */
export function clearAnswer(place: HTMLElement): void {
  for (const link of place.querySelectorAll<HTMLAnchorElement>('.try-download')) {
    URL.revokeObjectURL(link.href)
  }
  place.replaceChildren()
}

/** What screen readers are told of an answer. */
export function answerSentence(words: TryWords, answer: Answer): string {
  const { status, statusText, bytes, durationMs } = answer
  const time = measure('millisecond', Math.round(durationMs))
  return `${words.answer}: ${status} ${statusText}, ${time}, ${sizeText(bytes.length)}`
}

function headersView(
  words: TryWords,
  { headers }: Answer,
  isDirect: boolean,
): HTMLElement {
  const rows = headers
    .slice(0, headersMax)
    .map(([name, value]) =>
      make('div', {}, make('dt', {}, name), make('dd', {}, value.slice(0, 4096))),
    )
  return make(
    'details',
    { class: 'try-headers' },
    make('summary', {}, `${words.headers} (${headers.length})`),
    make('dl', { dir: 'ltr' }, ...rows),
    isDirect ? make('p', { class: 'try-hint' }, words.headersNote) : undefined,
  )
}

function bodyView(words: TryWords, answer: Answer): readonly HTMLElement[] {
  const { bytes, headers, isCut } = answer
  if (bytes.length === 0) return [make('p', { class: 'try-hint' }, words.noBody)]
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const text = textIn(bytes, isCut)
  const parts: HTMLElement[] = []
  if (isCut) parts.push(note(fill(words.readCut, { size: sizeText(bytes.length) })))
  if (text === undefined) {
    const size = sizeText(bytes.length)
    parts.push(note(fill(words.binary, { type: type.slice(0, 100) || '?', size })))
  } else {
    const whole = (isCut ? undefined : prettyIn(text, type)) ?? text
    const shown = whole.slice(0, shownCharactersMax)
    parts.push(
      make(
        'pre',
        {
          class: 'try-body',
          dir: 'ltr',
          tabindex: '0',
          role: 'region',
          'aria-label': words.body,
        },
        shown,
      ),
    )
    if (shown.length < whole.length) {
      parts.push(note(fill(words.shownCut, { size: sizeText(shown.length) })))
    }
  }
  parts.push(downloadOf(words, bytes, text !== undefined))
  return parts
}

function note(text: string): HTMLElement {
  return make('p', { class: 'try-hint' }, text)
}

function prettyIn(text: string, type: string): string | undefined {
  return /json/i.test(type) || /^\s*[[{]/.test(text) ? prettyJson(text) : undefined
}

/** The text that bytes are; undefined for others. What was cut may end within a character. */
function textIn(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = decoder.decode(bytes, { stream: isCut })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** A link to the bytes, as a type that no browser opens within this site. */
function downloadOf(
  words: TryWords,
  bytes: Uint8Array<ArrayBuffer>,
  isText: boolean,
): HTMLElement {
  const href = URL.createObjectURL(
    new Blob([bytes], { type: 'application/octet-stream' }),
  )
  const download = isText ? 'response.txt' : 'response.bin'
  return make('a', { class: 'try-download', href, download }, words.download)
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return measure('byte', bytes)
  return bytes < 1_000_000
    ? measure('kilobyte', bytes / 1000)
    : measure('megabyte', bytes / 1_000_000)
}

function measure(unit: string, amount: number): string {
  const { lang } = document.documentElement
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const options = {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: 1,
  } as const
  try {
    return new Intl.NumberFormat(lang || undefined, options).format(amount)
  } catch {
    // The language of the page is what its authors wrote.
    return new Intl.NumberFormat('en', options).format(amount)
  }
}
