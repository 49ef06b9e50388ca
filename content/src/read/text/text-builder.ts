import type { Mark } from '#/document/marks.ts'
import type { Inline, Leaf, Phrasing, Text } from '#/document/nodes.ts'

import { noMarks, sameMarks } from './marked.ts'

/** Collects text, and joins texts that belong in one leaf or one Text. */
export interface TextBuilder {
  readonly add: (text: string, marks: readonly Mark[]) => void
  readonly addInline: (inline: Inline) => void
  readonly addAll: (phrasing: readonly Phrasing[]) => void
  /** Takes back the characters after the last space: the word that a footnote annotates. */
  readonly takeWord: () => Text
  readonly finish: () => readonly Phrasing[]
}

export function textBuilder(): TextBuilder {
  const nodes: Phrasing[] = []
  let leaves: Leaf[] = []

  function add(text: string, marks: readonly Mark[]): void {
    if (text === '') return
    const last = leaves.at(-1)
    if (last !== undefined && sameMarks(last.marks, marks)) {
      leaves[leaves.length - 1] = leaf(last.text + text, last.marks)
    } else {
      leaves.push(leaf(text, marks))
    }
  }

  function endText(): void {
    if (leaves.length > 0) nodes.push({ object: 'text', leaves })
    leaves = []
  }

  function addInline(inline: Inline): void {
    endText()
    nodes.push(inline)
  }

  return {
    add,
    addInline,
    addAll(phrasing) {
      for (const node of phrasing) {
        if (node.object === 'inline') addInline(node)
        else for (const { text, marks } of node.leaves) add(text, marks)
      }
    },
    takeWord() {
      const taken: Leaf[] = []
      for (let last = leaves.pop(); last !== undefined; last = leaves.pop()) {
        const cut = afterLastSpace(last.text)
        if (cut < last.text.length) taken.unshift(leaf(last.text.slice(cut), last.marks))
        if (cut > 0) {
          leaves.push(leaf(last.text.slice(0, cut), last.marks))
          break
        }
      }
      return taken.length > 0 ? { object: 'text', leaves: taken } : emptyText()
    },
    finish() {
      endText()
      return nodes.length > 0 ? nodes : [emptyText()]
    },
  }
}

export function emptyText(): Text {
  return { object: 'text', leaves: [leaf('', noMarks)] }
}

export function plainText(text: string): Text {
  return { object: 'text', leaves: [leaf(text, noMarks)] }
}

/** The characters of a text without its marks; undefined when there are inlines. */
export function charactersOf(nodes: readonly Phrasing[]): string | undefined {
  let characters = ''
  for (const node of nodes) {
    if (node.object === 'inline') return undefined
    for (const { text } of node.leaves) characters += text
  }
  return characters
}

function leaf(text: string, marks: readonly Mark[]): Leaf {
  return { object: 'leaf', text, marks }
}

function afterLastSpace(text: string): number {
  let index = text.length
  while (index > 0 && (text[index - 1] ?? '').trim() !== '') index--
  return index
}
