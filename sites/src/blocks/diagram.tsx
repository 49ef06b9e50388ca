import type { ReactNode } from 'react'

import type { Diagram } from '#/model.ts'
import { bounded, label, lengthMax } from './bounds.ts'
import { mediaWordsFor } from './media-words.ts'
import type { Page } from './page.ts'

/** A diagram as its drawing; as `code`, with a note, if it is not drawn yet or cannot be. */
export function DiagramView({
  source,
  page,
  code,
}: {
  source: string
  page: Page
  code: ReactNode
}) {
  const diagram = page.context.diagram?.(source)
  const words = mediaWordsFor(page.context.language)
  if (diagram === undefined) return code
  if (diagram.kind === 'coming') {
    return page.isPrinted ? code : <Undrawn code={code} note={words.diagramComing} />
  }
  if (diagram.kind === 'drawn') {
    return <Drawing source={source} diagram={diagram} page={page} code={code} />
  }
  const { diagramInvalid, diagramExpensive } = words
  const note = diagram.failure === 'invalid' ? diagramInvalid : diagramExpensive
  return <Undrawn code={code} note={note} />
}

function Undrawn({ code, note }: { code: ReactNode; note: string }) {
  return (
    <figure className="diagram-failed">
      {code}
      <figcaption>{note}</figcaption>
    </figure>
  )
}

function Drawing({
  source,
  diagram,
  page,
  code,
}: {
  source: string
  diagram: Extract<Diagram, { kind: 'drawn' }>
  page: Page
  code: ReactNode
}) {
  const words = mediaWordsFor(page.context.language)
  const { light, dark, width, height } = diagram
  const alt = bounded(source, lengthMax.alternative)
  const size = { width, height, loading: 'lazy', decoding: 'async' } as const
  if (page.isPrinted) {
    return (
      <figure className="diagram">
        {/* React preloads images in the head, except for those in a `picture`. */}
        <picture>
          <img src={light} alt={alt} width={width} height={height} />
        </picture>
      </figure>
    )
  }
  const name = titleIn(source)
  return (
    <figure className="diagram">
      <a
        className="image-link image-zoom"
        href={light}
        aria-label={`${words.enlarge}: ${name === '' ? words.diagram : name}`}
      >
        <img className="only-light" src={light} alt={alt} {...size} />
        <img className="only-dark" src={dark} alt={alt} {...size} />
      </a>
      <details className="diagram-source">
        <summary>{words.diagramSource}</summary>
        {code}
      </details>
    </figure>
  )
}

/** The title for screen readers that the author of a diagram gave it. */
function titleIn(source: string): string {
  const line = source.split('\n').find((each) => each.trim().startsWith('accTitle:'))
  return label(line?.trim().slice('accTitle:'.length) ?? '')
}
