import type { HtmlElement, HtmlNode } from '#/html/html-node.ts'

export function element(
  name: string,
  children: readonly HtmlNode[],
  attributes: Readonly<Record<string, string>> = {},
): HtmlElement {
  return { type: 'element', name, attributes, children }
}
