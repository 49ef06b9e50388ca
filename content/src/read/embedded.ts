import type { HtmlElement, HtmlEmbedded, HtmlNode } from '#/html/html-node.ts'
import { parseHtml } from '#/html/parse-html.ts'

/** The tree of HTML with Markdown in it: strings are HTML, lists are the nodes between. */
export function withEmbedded(
  parts: readonly (string | readonly unknown[])[],
  content: HtmlEmbedded['content'],
): HtmlNode[] {
  const sign = unusedSign(parts)
  const html = parts.map((part, index) =>
    typeof part === 'string' ? part : `<!--${sign}${index}-->`,
  )
  return parseHtml(html.join('')).map((node) => exchange(node))

  /** Puts the parts back for their signs; as deep as the HTML parser allows, and no deeper. */
  function exchange(node: HtmlNode): HtmlNode {
    if (node.type === 'element') {
      const children: HtmlElement['children'] = node.children.map((child) =>
        exchange(child),
      )
      return { ...node, children }
    }
    if (node.type !== 'comment' || !node.text.startsWith(sign)) return node
    const part = parts[Number(node.text.slice(sign.length))]
    return part === undefined || typeof part === 'string'
      ? node
      : { type: 'embedded', content, nodes: part }
  }
}

/** The start of the comments that stand for embedded nodes; no real comment starts with it. */
function unusedSign(parts: readonly (string | readonly unknown[])[]): string {
  let longest = 0
  for (const part of parts) {
    if (typeof part !== 'string') continue
    for (const [run] of part.matchAll(/#+/g)) longest = Math.max(longest, run.length)
  }
  return `${'#'.repeat(longest + 1)} `
}
