import { characterReference } from './characters.ts'
import type { TextPlace } from './escape-text.ts'

const unsafeInAngles = /[\n\r<>]/g
const needsAngles = /[\0- \u007F]/
const escapable = /\\(?=[!-/:-@[-`{-~\n\r]|$)/g
const references = /&(?=[#A-Za-z])/g

/** The address of a link, and its title: the content of the parentheses in `[text](…)`. */
export function writeResource(
  url: string,
  title: string | undefined,
  place: TextPlace,
): string {
  const destination = writeDestination(url, title !== undefined)
  const resource = title === undefined ? destination : `${destination} ${quote(title)}`
  return place === 'cell' ? resource.replaceAll('|', '\\|') : resource
}

function writeDestination(url: string, hasTitle: boolean): string {
  const safe = url.replace(escapable, '\\\\').replace(references, '\\&')
  if (needsAngles.test(url) || url.startsWith('<') || (url === '' && hasTitle)) {
    return `<${safe.replace(unsafeInAngles, escapeInAngles)}>`
  }
  return hasBalancedParentheses(url) ? safe : safe.replace(/[()]/g, '\\$&')
}

function escapeInAngles(unit: string): string {
  return unit === '<' || unit === '>' ? `\\${unit}` : characterReference(unit)
}

/** Whether parentheses pair, at most some levels deep: then Markdown allows them in an address. */
function hasBalancedParentheses(url: string): boolean {
  let depth = 0
  for (const unit of url) {
    if (unit === '(') depth += 1
    if (unit === ')') depth -= 1
    if (depth < 0 || depth > 16) return false
  }
  return depth === 0
}

function quote(title: string): string {
  const safe = title
    .replace(escapable, '\\\\')
    .replace(references, '\\&')
    .replace(/"/g, '\\"')
    .replace(/[\n\r]/g, characterReference)
  return `"${safe}"`
}
