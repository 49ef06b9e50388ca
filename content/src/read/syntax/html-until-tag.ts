import { htmlFlow } from 'micromark-core-commonmark'
import type {
  Code,
  Construct,
  ConstructRecord,
  Effects,
  Extension,
  State,
} from 'micromark-util-types'

/**
 * The syntax of HTML blocks that end at a blank line, and also before a line that begins with `{%`,
 * as in `<figure>…</figure>` right above `{% endtab %}`. HTML that ends at its own closing tag
 * (`<pre>`, `<script>`, comments) is not affected.
 */
export const htmlUntilTag: Extension = {
  flow: {
    60: {
      ...htmlFlow,
      name: 'htmlUntilTag',
      tokenize(effects, ok, nok) {
        return htmlFlow.tokenize.call(this, watched(effects), ok, nok)
      },
    },
  },
}

const rawOpening = /^<(?:[!?]|(?:script|pre|style|textarea)(?![a-z\d-]))/i
const openingCharactersMax = 10

/** The effects with one change: the check for a blank line also succeeds for a tag. */
function watched(effects: Effects): Effects {
  let opening = ''
  let asked = false
  return {
    ...effects,
    consume(code: Code) {
      asked = false
      if (opening.length < openingCharactersMax && code !== null && code > 0) {
        opening += String.fromCodePoint(code)
      }
      effects.consume(code)
    },
    check(constructs, ok, nok) {
      // At the end of a line the first check is for a blank line, the second for a lazy line.
      const first = !asked
      asked = true
      if (!first || rawOpening.test(opening)) return effects.check(constructs, ok, nok)
      return effects.check(tagLineAhead, ok, effects.check(constructs, ok, nok ?? ok))
    },
  }
}

const tagLineAhead: Construct | ConstructRecord = {
  partial: true,
  tokenize(effects, ok, nok) {
    return start

    function start(code: Code): State | undefined {
      if (code === null || code > -3) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return before
    }

    function before(code: Code): State | undefined {
      if (code !== 32 && code !== -2 && code !== -1 && code !== 123) return nok(code)
      effects.enter('tagLine')
      return indent(code)
    }

    function indent(code: Code): State | undefined {
      if (code !== 32 && code !== -2 && code !== -1) return brace(code)
      effects.consume(code)
      return indent
    }

    function brace(code: Code): State | undefined {
      if (code !== 123) return nok(code)
      effects.consume(code)
      return percent
    }

    function percent(code: Code): State | undefined {
      if (code !== 37) return nok(code)
      effects.consume(code)
      effects.exit('tagLine')
      return ok
    }
  },
}
