import { parseSync, Visitor } from 'oxc-parser'

import type { SourceFile } from '../../guards/source-files.ts'

export interface Expression {
  readonly where: string
  readonly pattern: string
  readonly flags: string
}

export interface Found {
  readonly expressions: readonly Expression[]
  /** Places where an expression is put together when the program runs, so that nothing can be proven. */
  readonly unknown: readonly string[]
}

/** Every regular expression that a file of TypeScript holds. */
export function expressionsOf({ path, text }: SourceFile): Found {
  const expressions: Expression[] = []
  const unknown: string[] = []
  const place = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
  const made = (node: Made) => {
    if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return
    const [pattern, flags] = node.arguments
    if (typeof pattern?.value === 'string') {
      const where = place(node.start)
      expressions.push({
        where,
        pattern: pattern.value,
        flags: flagsOf(flags?.value),
      })
    } else unknown.push(place(node.start))
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      expressions.push({ where: place(node.start), ...node.regex })
    },
    NewExpression: (node) => made(node),
    CallExpression: (node) => made(node),
  }).visit(parseSync(path, text).program)
  return { expressions, unknown }
}

function flagsOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

interface Made {
  readonly start: number
  readonly callee: { readonly type: string; readonly name?: unknown }
  readonly arguments: readonly { readonly type: string; readonly value?: unknown }[]
}

/** Every `pattern` of a JSON Schema, wherever it stands. */
export function patternsOf(schema: unknown, where: string): Expression[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'pattern' && typeof value === 'string'
      ? [{ where, pattern: value, flags: 'u' }]
      : patternsOf(value, `${where}/${key}`),
  )
}
