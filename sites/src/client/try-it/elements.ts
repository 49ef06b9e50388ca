type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** An element with attributes and what stands in it; texts are never read as HTML. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(attribute, '')
    else if (typeof value === 'string') element.setAttribute(attribute, value)
  }
  element.append(...children.filter((child) => child !== undefined))
  return element
}

let count = 0

export function newId(): string {
  count += 1
  return `~try-${count}`
}

export function button(text: string, className: string): HTMLButtonElement {
  return make('button', { type: 'button', class: className }, text)
}

/** What a reader types is for nobody else: neither browsers nor checkers of spelling keep it. */
export const unkept: Attributes = {
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
  'data-1p-ignore': true,
  'data-lpignore': 'true',
}

export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
}
