import type {
  Alignment,
  Blockquote,
  Heading,
  Paragraph,
  Verbatim,
} from '@lectern/content/document/nodes.ts'
import { isEmptyText } from '@lectern/content/document/shapes.ts'
import { phrasingText, plainText } from '@lectern/content/look/plain-text.ts'
import { createElement } from 'react'

import { bounded, label, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import type { BlockProps } from './page.ts'
import { fill } from './words.ts'

export function ParagraphView({ block, page }: BlockProps<Paragraph>) {
  if (isEmptyText(block.nodes)) return null
  return <p className={alignClass(block.data.align)}>{page.line(block.nodes)}</p>
}

/** A heading with the link to it beside it, so that the link is no part of the heading's name. */
export function HeadingView({ block, page }: BlockProps<Heading>) {
  if (isEmptyText(block.nodes)) return null
  const level = page.levelOf(block)
  const id = page.idOf(block)
  const heading = createElement(`h${level}`, { id }, page.line(block.nodes))
  return (
    <div
      className={classNames('heading', `heading-${level}`, alignClass(block.data.align))}
    >
      {heading}
      {id !== undefined && (
        <a
          className="place-link"
          href={`#${encodeURIComponent(id)}`}
          aria-label={fill(page.words.linkTo, {
            title: label(phrasingText(block.nodes)),
          })}
        />
      )}
    </div>
  )
}

export function DividerView() {
  return <hr />
}

export function BlockquoteView({ block, page }: BlockProps<Blockquote>) {
  return <blockquote>{page.flow(block.nodes)}</blockquote>
}

/** Markup that the parser did not understand, as plain text; comments and definitions are empty. */
export function VerbatimView({ block }: BlockProps<Verbatim>) {
  const text = bounded(plainText(block), lengthMax.text).trim()
  return text === '' ? null : <div className="verbatim">{text}</div>
}

function alignClass(align: Alignment | undefined): string | undefined {
  return align === 'center' || align === 'end' ? `align-${align}` : undefined
}
