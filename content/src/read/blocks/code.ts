import type { Code as CodeNode } from 'mdast'

import type { Code, CodeLine } from '#/document/nodes.ts'

import { emptyText, plainText } from '../text/text-builder.ts'

export function codeBlock(node: CodeNode, options: Code['data'] = {}): Code {
  return {
    object: 'block',
    type: 'code',
    isVoid: false,
    data: {
      ...(typeof node.lang === 'string' && { syntax: node.lang }),
      ...(typeof node.meta === 'string' && { info: node.meta }),
      ...options,
    },
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
