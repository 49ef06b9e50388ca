import type { Leaf, Text } from '@lectern/content/document/nodes.ts'
import { plainMarks, type Mark, type PlainMark } from '@lectern/content/document/marks.ts'
import { createElement, Fragment, type ReactNode } from 'react'

import { bounded, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'

export function TextView({ text }: { text: Text }) {
  return text.leaves.map((leaf, index) => (
    // The index can be the key: a page is rendered once, so leaves never change places.
    <Fragment key={index}>{markedText(leaf)}</Fragment>
  ))
}

const elementOfMark: Readonly<Record<PlainMark, string>> = {
  strikethrough: 'del',
  bold: 'strong',
  italic: 'em',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
}

function markedText({ text, marks }: Leaf): ReactNode {
  let shown = withBreaks(bounded(text, lengthMax.text))
  for (const type of plainMarks.toReversed()) {
    if (marks.some((mark) => mark.type === type)) {
      shown = createElement(elementOfMark[type], {}, shown)
    }
  }
  const color = marks.find((mark) => mark.type === 'color')
  return color === undefined ? shown : <ColoredText mark={color}>{shown}</ColoredText>
}

function ColoredText({
  mark,
  children,
}: {
  mark: Extract<Mark, { type: 'color' }>
  children: ReactNode
}) {
  const { text, background } = mark.data
  const className = classNames(
    text !== 'default' && `text-${text.replace('$', '')}`,
    background !== 'default' && `on-${background.replace('$', '')}`,
  )
  if (className === undefined) return children
  return background === 'default' ? (
    <span className={className}>{children}</span>
  ) : (
    <mark className={className}>{children}</mark>
  )
}

/** The text with a hard break in place of each line feed. */
function withBreaks(text: string): ReactNode {
  if (!text.includes('\n')) return text
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}
