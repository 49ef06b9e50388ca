import { setImmediate } from 'node:timers/promises'

import { renderToStaticMarkup } from 'react-dom/server'

import { renderBody } from '#/blocks/render-body.tsx'
import type { ApiParts, BodyContext } from '#/model.ts'
import { fill, stringsFor } from '#/shell/strings/strings-for.ts'
import { safeHref } from '#/urls.ts'

import type { PrintContent, PrintedPage } from './print-content.ts'
import { type Print, printedId, printOf } from './print-views.ts'

/** The additions to a print for a reader, whose own browser prints it. */
export interface ByReader {
  readonly backHref: string
  /** The numbers of printed and of all pages, where some are left out. */
  readonly cut?: { readonly count: number; readonly total: number }
}

export interface PrintOptions {
  readonly byReader?: ByReader
  /** The diagrams by their sources; without it these are shown. */
  readonly diagram?: BodyContext['diagram']
  /** What is shown of specifications; without it their authors' own texts. */
  readonly part?: ApiParts['part']
}

/** All printed content as one page of HTML: a cover, the contents, the pages. */
export async function renderPrint(
  content: PrintContent,
  styles: readonly string[],
  { byReader, ...shown }: PrintOptions = {},
): Promise<string> {
  const print = printOf(content, shown)
  const { language, direction } = print
  const pages: string[] = []
  for (const page of content.pages) {
    pages.push(await renderPage(print, page))
    // Yields after each page, so that other requests need not wait for the whole print.
    await setImmediate()
  }
  const head = renderToStaticMarkup(
    <>
      <title>{content.space.title}</title>
      {byReader !== undefined && (
        <>
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex, nofollow" />
        </>
      )}
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
    </>,
  )
  const front = renderToStaticMarkup(
    <>
      <Cover content={content} language={language} cut={byReader?.cut} />
      {content.pages.length > 1 && <Contents pages={content.pages} language={language} />}
    </>,
  )
  return `<!doctype html>
<html lang="${language}" dir="${direction}" data-theme="light">
<head>
<meta charset="utf-8">
${head}
</head>
${inBody(front + pages.join('\n'), language, byReader)}
</html>
`
}

function inBody(
  printed: string,
  language: string,
  byReader: ByReader | undefined,
): string {
  if (byReader === undefined) return `<body class="print">\n${printed}\n</body>`
  const strings = stringsFor(language)
  const strip = renderToStaticMarkup(
    <header className="print-strip">
      <p>{strings.printHint}</p>
      <a href={safeHref(byReader.backHref)}>{strings.printBack}</a>
    </header>,
  )
  return `<body class="print print-by-reader">\n${strip}\n<main>${printed}</main>\n</body>`
}

interface CoverProps {
  readonly content: PrintContent
  readonly language: string
  readonly cut: ByReader['cut']
}

function Cover({ content, language, cut }: CoverProps) {
  const { organization, space, changeRequest, revision } = content
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <section className="print-cover">
      {organization.title !== space.title && (
        <p className="print-organization">{organization.title}</p>
      )}
      <p className="print-title">{space.title}</p>
      {changeRequest !== null && (
        <p className="print-subject">
          #{changeRequest.number} {changeRequest.subject}
        </p>
      )}
      <p>
        <time dateTime={revision.createdAt}>
          {date.format(new Date(revision.createdAt))}
        </time>
      </p>
      {cut !== undefined && (
        <p className="print-cut">
          {fill(stringsFor(language).printCut, {
            count: String(cut.count),
            total: String(cut.total),
          })}
        </p>
      )}
    </section>
  )
}

const deepestIndent = 5

interface ContentsProps {
  readonly pages: readonly PrintedPage[]
  readonly language: string
}

function Contents({ pages, language }: ContentsProps) {
  return (
    <nav className="print-contents">
      <h1>{stringsFor(language).printedContents}</h1>
      <ol>
        {pages.map(({ id, title, depth }) => (
          <li key={id} data-depth={Math.min(depth, deepestIndent)}>
            <a href={`#${printedId(id)}`}>{title}</a>
            <span data-page-of={printedId(id)} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

async function renderPage(print: Print, page: PrintedPage): Promise<string> {
  const body = print.bodies.get(page.id)
  if (body !== undefined) {
    return `<article class="print-page">${await renderBody(body)}</article>`
  }
  const Heading = headings[page.depth] ?? 'h6'
  return renderToStaticMarkup(
    <section className="print-page print-group">
      <Heading id={printedId(page.id)}>{page.title}</Heading>
    </section>,
  )
}
