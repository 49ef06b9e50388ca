import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    blockTag: 'blockTag'
    inlineTag: 'inlineTag'
    tagLine: 'tagLine'
  }
}

/**
 * The syntax of `{% … %}`: alone on its line (or lines: a quoted value may span several, also blank
 * ones), or inside a line of text. The tokeniser accepts any tag name. An extension serves one
 * parse: `charactersMax` bounds the characters that all failing attempts may scan.
 */
export function tagSyntax(charactersMax: number): Extension {
  const budget = { left: charactersMax }
  return {
    flow: { [openBrace]: blockTag(budget) },
    text: { [openBrace]: inlineTag(budget) },
  }
}

interface Budget {
  left: number
}

const openBrace = 123
const closeBrace = 125
const percent = 37
const space = 32
const backslash = 92
/** The closing quote for each opening quote. */
const closingQuotes = new Map<Code, Code>([
  [34, 34],
  [39, 39],
  [0x201c, 0x201d],
])

function blockTag(budget: Budget): Construct {
  return {
    name: 'blockTag',
    // Containers must not open in the middle of a value that spans lines.
    concrete: true,
    tokenize(effects, ok, nok) {
      return tokenizeBlockTag(this, { effects, ok, nok, budget })
    },
  }
}

function inlineTag(budget: Budget): Construct {
  return {
    name: 'inlineTag',
    tokenize(effects, ok, nok) {
      return tokenizeInlineTag({ effects, ok, nok, budget })
    },
  }
}

interface Attempt {
  readonly effects: Effects
  readonly ok: State
  readonly nok: State
  readonly budget: Budget
}

/** The state inside a tag: codes inside a quotation have no meaning for the tag. */
interface Scanner {
  quote: Code | undefined
  previous: Code
}

function tokenizeBlockTag(context: TokenizeContext, attempt: Attempt): State {
  const { effects, ok, nok, budget } = attempt
  const scanner: Scanner = { quote: undefined, previous: null }
  let blank = false
  /** Whether `%}` and only spaces came last: the tag ends if the line ends. */
  let closed = false
  /** The number of codes after the first line. */
  let spent = 0
  let line = 0
  return start

  function fail(code: Code): State | undefined {
    budget.left -= spent
    return nok(code)
  }

  function start(code: Code): State | undefined {
    effects.enter('blockTag')
    effects.enter('tagLine')
    effects.consume(code)
    return (next) => {
      if (next !== percent) return nok(next)
      effects.consume(next)
      return inside
    }
  }

  function inside(code: Code): State | undefined {
    if (isLineEnd(code)) return lineEnd(code)
    if (line > 0 && ++spent > budget.left) return fail(code)
    blank &&= isSpace(code)
    if (closed && !isSpace(code)) {
      // Text after the tag makes it a tag inside text, unless `%}` is part of a quoted value.
      if (scanner.quote === undefined) return fail(code)
      closed = false
    }
    if (endsTag(scanner, code)) closed = true
    else if (opensTag(scanner, code)) return fail(code)
    step(scanner, code)
    effects.consume(code)
    return inside
  }

  function lineEnd(code: Code): State | undefined {
    effects.exit('tagLine')
    if (closed) {
      effects.exit('blockTag')
      return ok(code)
    }
    // Only a value may contain blank lines: a forgotten `%}` must not swallow the page.
    if (code === null || (blank && scanner.quote === undefined)) return fail(code)
    effects.enter('lineEnding')
    effects.consume(code)
    effects.exit('lineEnding')
    return (next) => {
      if (context.parser.lazy[context.now().line] === true) return fail(next)
      line++
      spent++
      blank = true
      scanner.previous = space
      effects.enter('tagLine')
      return inside(next)
    }
  }
}

function tokenizeInlineTag({ effects, ok, nok, budget }: Attempt): State {
  const scanner: Scanner = { quote: undefined, previous: null }
  let spent = 0
  return start

  function start(code: Code): State | undefined {
    effects.enter('inlineTag')
    effects.consume(code)
    return (next) => {
      if (next !== percent) return nok(next)
      effects.consume(next)
      return inside
    }
  }

  function inside(code: Code): State | undefined {
    const fails = isLineEnd(code) || opensTag(scanner, code) || ++spent > budget.left
    if (fails) {
      budget.left -= spent
      return nok(code)
    }
    const ends = scanner.quote === undefined && endsTag(scanner, code)
    step(scanner, code)
    effects.consume(code)
    if (!ends) return inside
    effects.exit('inlineTag')
    return ok
  }
}

function step(scanner: Scanner, code: Code): void {
  if (scanner.quote === undefined) {
    // `it's` opens nothing: a quotation begins after a sign, not after a letter.
    if (!isLetterOrDigit(scanner.previous)) scanner.quote = closingQuotes.get(code)
  } else if (code === scanner.quote && scanner.previous !== backslash) {
    scanner.quote = undefined
  }
  scanner.previous = scanner.previous === backslash && code === backslash ? null : code
}

function endsTag(scanner: Scanner, code: Code): boolean {
  return code === closeBrace && scanner.previous === percent
}

function opensTag(scanner: Scanner, code: Code): boolean {
  return code === percent && scanner.previous === openBrace && scanner.quote === undefined
}

/** Whether a code ends a line or the text; the codes -2 and -1 are the parts of a tab. */
function isLineEnd(code: Code): boolean {
  return code === null || code < -2
}

function isSpace(code: Code): boolean {
  return code === space || code === -2 || code === -1
}

function isLetterOrDigit(code: Code): boolean {
  if (code === null) return false
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122)
  )
}
