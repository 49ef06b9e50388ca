import type { Code, CodeLine } from '#/document/nodes.ts'
import type { HtmlContext } from './html-context.ts'
import { openingTag, spellFlag } from './write-attributes.ts'
import { htmlFromPhrasing } from './write-phrasing.ts'

/** Code with highlighted lines, annotations or expressions: `<pre>` with a line for each line. */
export function htmlFromCode(code: Code, context: HtmlContext): string {
  const { syntax, title, overflow, lineNumbers } = code.data
  const { fullWidth, expandable, collapsedLineCount } = code.data
  const { info, attributes } = code.meta ?? {}
  const pre = openingTag(
    'pre',
    {
      class: syntax === undefined ? undefined : `language-${syntax}`,
      'data-info': info,
      'data-title': title,
      'data-overflow': overflow,
      'data-line-numbers': spellTrue(lineNumbers),
      'data-full-width': spellFlag(fullWidth),
      'data-expandable': spellFlag(expandable),
      'data-collapsed-line-count': collapsedLineCount,
    },
    attributes,
  )
  const inner = openingTag('code', {
    class: syntax === undefined ? undefined : `lang-${syntax}`,
  })
  const lines = code.nodes.map((line) => lineHtml(line, context)).join('')
  return `${pre}${inner}${lines}</code></pre>`
}

/** Code as `<pre>` inside other HTML, where a blank line would end the block. */
export function codeHtml(code: Code, context: HtmlContext): string {
  return htmlFromCode(code, context).replaceAll(/\n(?=[ \t]*\n)/gu, '&#xA;')
}

function lineHtml({ data, nodes }: CodeLine, context: HtmlContext): string {
  const text = nodes
    .map((node) =>
      node.object === 'text'
        ? node.leaves.map((leaf) => escapeCode(leaf.text)).join('')
        : htmlFromPhrasing([node], context),
    )
    .join('')
  return data.highlighted === true ? `<strong>${text}\n</strong>` : `${text}\n`
}

function escapeCode(text: string): string {
  return text
    .replaceAll(/[&<\r]/gu, (character) =>
      character === '<' ? '&#x3C;' : character === '&' ? '&#x26;' : '&#xD;',
    )
    .replaceAll('{%', '&#x7B;%')
}

/** Spells a flag as GitBook does: without a value if it is true. */
function spellTrue(flag: boolean | undefined): string | boolean | undefined {
  return flag === true ? true : spellFlag(flag)
}
