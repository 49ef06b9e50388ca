import type { Annotation, Code, CodeLine } from '@lectern/content/document/nodes.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'
import { Fragment, type ReactNode } from 'react'

import { bounded, label, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import { Copyable } from './copyable.tsx'
import { diagramSourceOf } from './diagram-source.ts'
import { DiagramView } from './diagram.tsx'
import { tokensOf, type Token } from './highlight.ts'
import type { BlockProps, Page } from './page.ts'
import { clamp } from './scale.ts'
import { fill } from './words.ts'

const collapsedLines = 10

export function CodeView({ block, page }: BlockProps<Code>) {
  const source = diagramSourceOf(block)
  const code = <CodeBlock block={block} page={page} />
  return source === undefined ? (
    code
  ) : (
    <DiagramView source={source} page={page} code={code} />
  )
}

function CodeBlock({ block, page }: BlockProps<Code>) {
  const { title = '', overflow, lineNumbers, fullWidth } = block.data
  const lines = shownLines(block, page)
  const first = block.data.expandable === true ? firstLines(block) : lines.length
  const name = label(title)
  const rest = lines.slice(first)
  return (
    <Copyable
      className={classNames(
        'code',
        overflow === 'wrap' && 'wraps',
        lineNumbers === true && 'numbered',
        fullWidth === true && 'full-width',
      )}
    >
      {name !== '' && <div className="code-title">{name}</div>}
      <CodeLines lines={lines.slice(0, first)} name={name || page.words.code} />
      {rest.length > 0 && (
        <details className="code-rest">
          <summary>{fill(page.words.moreLines, { count: rest.length })}</summary>
          <CodeLines lines={rest} name={name || page.words.code} />
        </details>
      )}
    </Copyable>
  )
}

/** Code without a code block in the document, such as the text of an integration. */
export function PlainCode({ text, page }: { text: string; page: Page }) {
  const lines = bounded(text, lengthMax.text).split('\n')
  return (
    <Copyable className="code">
      <CodeLines
        lines={lines.map((line) => ({ content: line, isHighlighted: false }))}
        name={page.words.code}
      />
    </Copyable>
  )
}

interface ShownLine {
  readonly content: ReactNode
  readonly isHighlighted: boolean
}

/** Lines of code. These take the focus, so that readers can scroll long ones with the keyboard. */
function CodeLines({ lines, name }: { lines: readonly ShownLine[]; name: string }) {
  return (
    <pre tabIndex={0} role="group" aria-label={name} dir="ltr" data-copied="">
      <code>
        {lines.map(({ content, isHighlighted }, index) => (
          <span key={index} className={isHighlighted ? 'line highlighted' : 'line'}>
            {content}
            {index < lines.length - 1 && '\n'}
          </span>
        ))}
      </code>
    </pre>
  )
}

function firstLines({ data, nodes }: Code): number {
  const first = clamp(Math.trunc(data.collapsedLineCount ?? collapsedLines), 1, 1000)
  // A fold that hides one line costs more than it saves.
  return nodes.length - first > 1 ? first : nodes.length
}

function shownLines(block: Code, page: Page): readonly ShownLine[] {
  const { data, nodes } = block
  // `pieceText` removes line feeds: one inside a line would shift the colours of all lines below.
  const texts = nodes.map((line) => line.nodes.map(pieceText))
  const code = texts.map((pieces) => pieces.join('')).join('\n')
  const tokens = page.isWorked(block) ? tokensOf(code, data.syntax ?? '') : undefined
  return nodes.map((line, index) => ({
    isHighlighted: line.data.highlighted === true,
    content: lineContent(line, tokens?.[index], page),
  }))
}

function pieceText(piece: CodeLine['nodes'][number]): string {
  return codeText(phrasingText([piece]))
}

function codeText(text: string): string {
  return bounded(text, lengthMax.text).replaceAll(/[\n\u2028\u2029]/gu, ' ')
}

/** The pieces of a line, each with the tokens that fall into it. */
function lineContent(
  { nodes }: CodeLine,
  tokens: readonly Token[] | undefined,
  page: Page,
): ReactNode {
  let start = 0
  return nodes.map((piece, index) => {
    const text = pieceText(piece)
    const inside =
      tokens === undefined
        ? [{ text, kind: undefined }]
        : tokensBetween(tokens, start, start + text.length)
    start += text.length
    const shown = inside.map((token, at) =>
      token.kind === undefined ? (
        <Fragment key={at}>{token.text}</Fragment>
      ) : (
        <span key={at} className={`token-${token.kind}`}>
          {token.text}
        </span>
      ),
    )
    return (
      <Fragment key={index}>
        {piece.object === 'inline' && piece.type === 'annotation' ? (
          <CodeNote annotation={piece} page={page}>
            {shown}
          </CodeNote>
        ) : (
          shown
        )}
      </Fragment>
    )
  })
}

/** Annotated words in code, as a link to their note: a number would be copied with the code. */
function CodeNote({
  annotation,
  page,
  children,
}: {
  annotation: Annotation
  page: Page
  children: ReactNode
}) {
  const found = page.noteOf(annotation)
  if (found === undefined) return children
  const { note, place } = found
  return (
    <a
      id={place}
      className="code-note"
      href={`#${encodeURIComponent(note.id)}`}
      role="doc-noteref"
      aria-describedby={note.id}
      data-note={note.number}
    >
      {children}
    </a>
  )
}

function tokensBetween(
  tokens: readonly Token[],
  start: number,
  end: number,
): readonly Token[] {
  const found: Token[] = []
  let at = 0
  for (const { text, kind } of tokens) {
    const part = text.slice(Math.max(start - at, 0), Math.max(end - at, 0))
    if (part !== '') found.push({ text: part, kind })
    at += text.length
  }
  return found
}
