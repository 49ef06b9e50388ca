import { isBare } from '#/document/meta.ts'
import type { Code } from '#/document/nodes.ts'
import { plainText } from '#/document/shapes.ts'
import { htmlFromCode } from '#/html/write-code.ts'

import { characterReference, longestRun } from './characters.ts'
import type { WriteContext } from './context.ts'
import { wrapInTag, writeTag } from './tag.ts'

/** A fence, in a `{% code %}` tag if it has options; HTML if a line is more than plain text. */
export function writeCode(code: Code, context: WriteContext): string {
  const text = plainLines(code)
  if (text === undefined) return htmlFromCode(code, context)
  const fence = writeFence(text, code)
  const { syntax: _syntax, ...options } = code.data
  const attributes = code.meta?.attributes
  if (Object.keys(options).length === 0 && attributes === undefined) return fence
  return wrapInTag(writeTag('code', options, attributes), 'code', fence)
}

function plainLines(code: Code): string | undefined {
  const lines: string[] = []
  for (const line of code.nodes) {
    const text = isBare(line) ? plainText(line.nodes) : undefined
    if (text === undefined) return undefined
    lines.push(text)
  }
  return lines.join('\n')
}

function writeFence(text: string, { data, meta }: Code): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1))
  const { syntax = '' } = data
  const info = meta?.info
  const opening =
    fence +
    encodeInfo(syntax).replace(/[ \t]/g, characterReference) +
    (info === undefined ? '' : ` ${encodeInfo(info)}`)
  return [opening, ...(text === '' ? [] : [text]), fence].join('\n')
}

/** Encodes an info string, which is one line, has no backtick, and reads escapes and references. */
function encodeInfo(info: string): string {
  return info
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/&(?=[#A-Za-z])/g, '\\&')
    .replace(/[`\n\r]|^[ \t]|[ \t]$/g, characterReference)
}
