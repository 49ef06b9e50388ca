import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3'

import { overlayLimits } from './overlay.ts'

/** Of brackets and parentheses inside each other, which the parser follows by calling itself. */
const nestingMax = 30

const environment = new JSONPathEnvironment()
for (const name of environment.functionRegister.keys()) {
  // Expressions that strangers write are not run: not all of them end in time.
  if (!['length', 'count', 'value'].includes(name)) {
    environment.functionRegister.delete(name)
  }
}

export type CompiledTarget =
  | { readonly query: JSONPathQuery }
  | { readonly problem: string }

/** Reads a JSONPath as RFC 9535 spells it, but for its functions with regular expressions. */
export function compileTarget(target: string): CompiledTarget {
  const { targetLengthMax } = overlayLimits
  if (target.length > targetLengthMax) {
    return { problem: `The target is longer than ${targetLengthMax} characters.` }
  }
  if (nestingOf(target) > nestingMax) {
    return { problem: `The target has more than ${nestingMax} brackets in each other.` }
  }
  try {
    return { query: environment.compile(target) }
  } catch (error) {
    if (/\b(?:match|search)\s*\(/.test(target)) {
      return {
        problem:
          'The functions match() and search() are not known here: regular expressions in targets are not run. Name the places themselves, or compare with ==.',
      }
    }
    const said = error instanceof JSONPathError ? `: ${error.message}` : ''
    return { problem: `The target is no JSONPath${said.slice(0, 200)}.` }
  }
}

function nestingOf(target: string): number {
  let open = 0
  let deepest = 0
  for (const sign of target) {
    if (sign === '[' || sign === '(' || sign === '!') deepest = Math.max(deepest, ++open)
    else if ((sign === ']' || sign === ')') && open > 0) open -= 1
  }
  return deepest
}
