import { LineCounter, parseDocument } from 'yaml'

import { overlayLimits } from './overlay.ts'

/** The uses of anchors in YAML that are followed. */
const aliasesMax = 100

/** The value that a text says in JSON or YAML, or why it says none. */
export function readOverlayValue(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  const { textLengthMax } = overlayLimits
  if (text.length > textLengthMax) {
    return { problem: `It is longer than ${textLengthMax} characters.` }
  }
  return /^\uFEFF?\s*[[{]/.test(text) ? valueInJson(text) : valueInYaml(text)
}

function valueInJson(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return { value }
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    return { problem: `This is no JSON: ${said}.` }
  }
}

function valueInYaml(
  text: string,
): { readonly value: unknown } | { readonly problem: string } {
  try {
    const lines = new LineCounter()
    const document = parseDocument(text, {
      lineCounter: lines,
      merge: true,
      // Looking for keys that stand twice takes the square of their number there.
      uniqueKeys: false,
      prettyErrors: false,
    })
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lines.linePos(error.pos[0])
      return {
        problem: `Line ${line}, column ${col}: this is no YAML: ${error.message}.`,
      }
    }
    const value: unknown = document.toJS({ maxAliasCount: aliasesMax })
    return { value }
  } catch {
    // The parser throws for aliases that multiply and for nesting without end.
    return { problem: 'It refers to itself too often, or is nested too deep.' }
  }
}
