import type { Code as CodeNode } from 'mdast'

import { kept } from '#/document/meta.ts'
import type { Attributes, Code, CodeLine } from '#/document/nodes.ts'

import { emptyText, plainText } from '../text/text-builder.ts'

export function codeBlock(
  node: CodeNode,
  options: Code['data'] = {},
  { attributes }: { readonly attributes?: Attributes } = {},
): Code {
  const info = typeof node.meta === 'string' ? node.meta : undefined
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: {
      ...(typeof node.lang === 'string' && { syntax: node.lang }),
      ...options,
    },
    ...kept<NonNullable<Code['meta']>>({ info, attributes }),
    nodes: node.value.split(/\r\n|\r|\n/).map((line) => codeLine(line)),
  }
}

function codeLine(text: string): CodeLine {
  return {
    object: 'block',
    type: 'code-line',
    isVoid: false,
    data: {},
    nodes: [text === '' ? emptyText() : plainText(text)],
  }
}
