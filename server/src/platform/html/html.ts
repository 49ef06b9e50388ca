import { hash } from 'node:crypto'

/** Made only here, so that everything else is known to need escaping. */
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
 * What stands in the template is taken as it is; what is put into it is escaped for text and quoted
 * attributes, unless this function made it.
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
  /** As a content security policy names the element. */
  readonly source: string
}

/** Nothing can be escaped inside a `<style>` element, so nothing can be put into one. */
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
