import { Parser } from 'htmlparser2'

import { canary } from './openapi-markup.ts'

const addresses = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'data'])
const runs = /^[\s\p{Cc}]*(?:javascript|vbscript|data:text)/iu
const foreign = new Set(['iframe', 'object', 'embed', 'base', 'frame', 'applet'])

/** What in a page could run and was written by a stranger. */
export function liveIn(page: string): readonly string[] {
  const live: string[] = []
  let script: string | undefined
  const parser = new Parser({
    onopentag(name, attributes) {
      live.push(...liveAttributes(name, attributes))
      const isCode = name === 'script' && !isForReading(attributes['type'])
      script = isCode || name === 'style' ? name : undefined
    },
    ontext(text) {
      if (script !== undefined && text.includes(canary)) live.push(`<${script}>${text}`)
    },
    onclosetag() {
      script = undefined
    },
  })
  parser.end(page)
  return live.map((each) => each.slice(0, 200))
}

/** Whether a script is read by programs as JSON, and never run. */
function isForReading(type: string | undefined): boolean {
  return type === 'application/json' || type === 'application/ld+json'
}

function liveAttributes(
  name: string,
  attributes: Readonly<Record<string, string>>,
): string[] {
  const text = JSON.stringify(attributes)
  const whole = foreign.has(name) && text.includes(canary) ? [`<${name}> ${text}`] : []
  const single = Object.entries(attributes)
    .filter(
      ([attribute, value]) =>
        attribute.startsWith('on') ||
        attribute === 'srcdoc' ||
        (addresses.has(attribute) && runs.test(value)) ||
        (attribute === 'style' && value.includes(canary)),
    )
    .map(([attribute, value]) => `${name} ${attribute}="${value}"`)
  return [...whole, ...single]
}
