import { QuoteType, Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'

export interface AttributeDestination {
  readonly start: number
  readonly end: number
  readonly destination: string
  readonly isQuoted: boolean
  /** The offset after the tag that holds the attribute. */
  readonly tagEnd: number
}

const attributeNames: ReadonlySet<string> = new Set(['href', 'src', 'srcset'])

/** The destinations in a piece of HTML, with their offsets in it. */
export function htmlDestinations(html: string): readonly AttributeDestination[] {
  const found: AttributeDestination[] = []
  let ofTag: Omit<AttributeDestination, 'tagEnd'>[] = []
  let name = { text: '', end: 0 }
  let destination = ''
  const endTag = (end: number): void => {
    found.push(...ofTag.map((attribute) => ({ ...attribute, tagEnd: end + 1 })))
    ofTag = []
  }
  const tokenizer = new Tokenizer(
    {},
    {
      ...silent,
      onattribname(start, end) {
        name = { text: html.slice(start, end).toLowerCase(), end }
        destination = ''
      },
      onattribdata(start, end) {
        destination += html.slice(start, end)
      },
      onattribentity(point) {
        destination += String.fromCodePoint(point)
      },
      onattribend(quote, end) {
        if (!attributeNames.has(name.text) || quote === QuoteType.NoValue) return
        const isQuoted = quote !== QuoteType.Unquoted
        const start = valueStart(html, name.end, isQuoted)
        ofTag.push({ start, end: end - Number(isQuoted), destination, isQuoted })
      },
      onopentagname() {
        ofTag = []
      },
      onopentagend: endTag,
      onselfclosingtag: endTag,
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return found
}

/** The offset after the equals sign, the spaces, and the quote when there is one. */
function valueStart(html: string, nameEnd: number, isQuoted: boolean): number {
  let start = nameEnd
  while (/[\s=]/.test(html.charAt(start))) start += 1
  return start + Number(isQuoted)
}

function ignore(): void {
  // The default: most tokens of HTML contain no destination.
}

const silent: TokenizerCallbacks = {
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  onattribname: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
}
