import { hash } from 'node:crypto'

/** Only this file makes instances, so that every other value is known to need escaping. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * The literal parts of the template stay as they are; inserted values are escaped for text and
 * quoted attributes, unless this function made them.
 */
export function html(
  literals: TemplateStringsArray,
  ...parts: readonly (string | Html | undefined)[]
): Html {
  const texts = parts.map((part) =>
    part instanceof Html ? part.text : escape(part ?? ''),
  )
  return new Html(String.raw({ raw: literals }, ...texts))
}

export interface Style {
  readonly element: Html
  /** The hash by which a content security policy allows the element. */
  readonly source: string
}

/** Nothing can be escaped inside a `<style>` element, so a sheet takes no inserted values. */
export function css(literal: TemplateStringsArray): Style {
  const sheet = literal.join('')
  return {
    element: new Html(`<style>${sheet}</style>`),
    source: `'sha256-${hash('sha256', sheet, 'base64')}'`,
  }
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
