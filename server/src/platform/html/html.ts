import { hash } from 'node:crypto'

/** HTML that is safe to insert. Only this file makes it, so every other value needs escaping. */
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
 * HTML from a template: its literal parts stay as they are; inserted values are escaped for text
 * and quoted attributes, unless this file made them.
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

/** A name that stands out; the style sheet keeps its script from turning the words around it. */
export function strong(text: string): Html {
  return html`<strong>${text}</strong>`
}

export interface Script {
  readonly element: Html
  /** The hash by which a content security policy allows the element. */
  readonly source: string
}

/** A script. It takes no values: what it needs is in attributes of the page. */
export function script(literal: TemplateStringsArray): Script {
  const text = literal.join('')
  return {
    element: new Html(`<script type="module">${text}</script>`),
    source: `'sha256-${hash('sha256', text, 'base64')}'`,
  }
}

export interface Style {
  readonly element: Html
  /** The hash by which a content security policy allows the element. */
  readonly source: string
}

/** A style sheet. It takes no values, since nothing can be escaped inside a `<style>` element. */
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
