import type { Code, Extension, State } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    emoji: 'emoji'
  }
}

/** The syntax of `:smile:`, if an emoji has that name: a token, so that `\:smile:` stays text. */
export function emojiSyntax(isEmoji: (name: string) => boolean): Extension {
  return {
    text: {
      [colon]: {
        name: 'emoji',
        previous: (code) => code !== colon && !isNameCode(code),
        tokenize(effects, ok, nok) {
          let name = ''
          return start

          function start(code: Code): State | undefined {
            effects.enter('emoji')
            effects.consume(code)
            return inside
          }

          function inside(code: Code): State | undefined {
            if (code === colon) {
              if (!isEmoji(name)) return nok(code)
              effects.consume(code)
              effects.exit('emoji')
              return ok
            }
            if (!isNameCode(code) || code === null || name.length >= nameLengthMax) {
              return nok(code)
            }
            name += String.fromCodePoint(code)
            effects.consume(code)
            return inside
          }
        },
      },
    },
  }
}

const colon = 58
const nameLengthMax = 60

function isNameCode(code: Code): boolean {
  return code !== null && code > 0 && /[\w+-]/.test(String.fromCodePoint(code))
}
