import type { JSONDocument, Node } from '@lectern/content/document/nodes.ts'
import { walk } from '@lectern/content/document/walk.ts'
import { createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'

import { lengthMax } from './bounds.ts'
import { grammarName, loadGrammar } from './languages.ts'
import { isApiBlock } from './openapi/named-parts.ts'
import { sampleSyntaxes } from './openapi/sample-languages.ts'
import { kindOf, kindTheme } from './token-kinds.ts'

/** A piece of a line of code; `kind` is undefined for text without a colour of its own. */
export interface Token {
  readonly text: string
  readonly kind: string | undefined
}

/** The time limit of a line, hardly ever reached: colours must not depend on a busy machine. */
const lineMsMax = 3000

let starting: Promise<HighlighterCore> | undefined
let highlighter: HighlighterCore | undefined

/** Loads the grammars for the code of documents; code without a grammar shows no colours. */
export async function loadGrammars(documents: Iterable<JSONDocument>): Promise<void> {
  const names = new Set<string>()
  for (const document of documents) {
    for (const { node } of walk(document)) {
      for (const syntax of syntaxesOf(node)) {
        const name = grammarName(syntax)
        if (name !== undefined) names.add(name)
      }
    }
  }
  if (names.size === 0) return
  const made = await start()
  await Promise.all([...names].map(async (name) => loadOne(made, name)))
}

function syntaxesOf(node: Node): readonly string[] {
  if (isApiBlock(node)) return node.type === 'openapi-schemas' ? [] : sampleSyntaxes
  const isCode = node.object === 'block' && node.type === 'code'
  return isCode ? [node.data.syntax ?? ''] : []
}

/** The tokens of each line; undefined for code that is shown without colours. */
export function tokensOf(
  code: string,
  syntax: string,
): readonly (readonly Token[])[] | undefined {
  const name = grammarName(syntax)
  if (highlighter === undefined || name === undefined || isTooMuch(code)) return undefined
  if (!highlighter.getLoadedLanguages().includes(name)) return undefined
  const key = `${name} ${code}`
  const known = recent.get(key)
  if (known !== undefined) return known
  const tokens = tokenised(highlighter, code, name)
  if (code.length <= recentLengthMax) {
    if (recent.size >= recentMax) recent.clear()
    recent.set(key, tokens)
  }
  return tokens
}

/** The tokens of short code: operations of a specification have many samples in common. */
const recent = new Map<string, readonly (readonly Token[])[]>()
const recentMax = 500
const recentLengthMax = 1000

function tokenised(
  made: HighlighterCore,
  code: string,
  name: string,
): readonly (readonly Token[])[] {
  const lines = made.codeToTokensBase(code, {
    lang: name,
    theme: 'kinds',
    tokenizeMaxLineLength: lengthMax.highlightedLine,
    tokenizeTimeLimit: lineMsMax,
  })
  return lines.map((line) =>
    joined(line.map(({ content, color }) => ({ text: content, kind: kindOf(color) }))),
  )
}

/** The tokens with neighbours of one kind joined: fewer elements for the same look. */
function joined(tokens: readonly Token[]): readonly Token[] {
  const result: Token[] = []
  for (const token of tokens) {
    const last = result.at(-1)
    if (last !== undefined && last.kind === token.kind) {
      result[result.length - 1] = { text: last.text + token.text, kind: last.kind }
    } else result.push(token)
  }
  return result
}

/** The one highlighter of the process: it holds the compiled grammars. */
async function start(): Promise<HighlighterCore> {
  // Oniguruma gives up on an expression that backtracks for too long, unlike JavaScript's engine.
  starting ??= createHighlighterCore({
    themes: [kindTheme],
    langs: [],
    engine: createOnigurumaEngine(import('shiki/wasm')),
  })
  highlighter = await starting
  return highlighter
}

async function loadOne(made: HighlighterCore, name: string): Promise<void> {
  if (made.getLoadedLanguages().includes(name)) return
  const grammar = await loadGrammar(name)
  if (grammar !== undefined) await made.loadLanguage(grammar)
}

function isTooMuch(code: string): boolean {
  return code.length > lengthMax.highlighted
}
