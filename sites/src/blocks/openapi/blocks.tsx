import type {
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Swagger,
} from '@lectern/content/document/nodes.ts'
import type { ApiPart } from '@lectern/content/openapi/model.ts'
import { createElement, type ReactNode } from 'react'

import { label } from '#/blocks/bounds.ts'
import type { BlockProps, Page } from '#/blocks/page.ts'
import { fill } from '#/blocks/words.ts'
import { apiWordsFor } from './api-words.ts'
import { OperationView } from './operation.tsx'
import { type ApiBlock, namedIn, specOf } from './named-parts.ts'
import { SchemaView } from './schema.tsx'
import { belowLevel } from './section.tsx'
import { viewIn } from './view.ts'

type Props<Shown> = BlockProps<Shown> & {
  /** What shows if the specification cannot be read. */
  readonly unread: ReactNode
}

/** An operation or webhook of a specification, or of a file that is one. */
export function ApiOperationView({
  block,
  page,
  unread,
}: Props<OpenApiOperation | OpenApiWebhook | Swagger>) {
  const [found] = partsOf(block, page)
  if (found?.part === undefined) return unread
  const { part } = found
  const id = page.idOf(block)
  if (part === 'gone') return <Gone id={id} title={found.name} page={page} />
  if (part.kind === 'schema') return unread
  const above = page.headingAbove(block)
  const level = page.levelOf(block)
  const view = viewIn(page, {
    spec: specOf(block),
    level: above === undefined ? belowLevel(level) : level,
    idOf: (place) => page.placeIn(block, place),
  })
  return (
    <OperationView
      operation={part}
      view={view}
      id={id}
      heading={above === undefined ? level : undefined}
      above={above}
    />
  )
}

/** Shared schemas: each under its name, or folded in one list. */
export function ApiSchemasView({ block, page, unread }: Props<OpenApiSchemas>) {
  const found = partsOf(block, page)
  if (found.every(({ part }) => part === undefined)) return unread
  const above = page.headingAbove(block)
  const { grouped = false } = block.data
  const isOne = found.length === 1 && above !== undefined
  const level = page.levelOf(block)
  const viewOfOne = () =>
    viewIn(page, {
      spec: specOf(block),
      level: belowLevel(level),
      idOf: () => undefined,
    })
  return (
    <div className="api-schemas" id={page.idOf(block)}>
      {found.map(({ part, name }) => {
        const id = page.placeIn(block, name)
        if (part === undefined) return null
        if (part === 'gone') return <Gone key={name} id={id} title={name} page={page} />
        if (part.kind !== 'schema') return null
        const shown = <SchemaView schema={part.schema} view={viewOfOne()} />
        if (grouped) {
          return (
            <details key={name} className="api-choice" open={page.isPrinted}>
              <summary>{label(name)}</summary>
              <div className="api-choice-body" id={id}>
                {shown}
              </div>
            </details>
          )
        }
        return (
          <div key={name} className="api-shared-schema" id={isOne ? id : undefined}>
            {!isOne && <SchemaTitle name={name} id={id} level={level} page={page} />}
            {shown}
          </div>
        )
      })}
    </div>
  )
}

interface SchemaTitleProps {
  readonly name: string
  readonly id: string | undefined
  readonly level: number
  readonly page: Page
}

function SchemaTitle({ name, id, level, page }: SchemaTitleProps) {
  const title = label(name)
  return (
    <div className={`heading heading-${level}`}>
      {createElement(`h${level}`, { id }, title)}
      {id !== undefined && (
        <a
          className="place-link"
          href={`#${encodeURIComponent(id)}`}
          aria-label={fill(page.words.linkTo, { title })}
        />
      )}
    </div>
  )
}

interface GoneProps {
  readonly id: string | undefined
  readonly title: string
  readonly page: Page
}

/** A quiet note in place of what the specification no longer has. */
function Gone({ id, title, page }: GoneProps) {
  return (
    <div className="api-gone" id={id} role="note">
      <code>{label(title)}</code>
      <p>{apiWordsFor(page.context.language).gone}</p>
    </div>
  )
}

function partsOf(
  block: ApiBlock,
  page: Page,
): readonly { readonly name: string; readonly part: ApiPart | 'gone' | undefined }[] {
  const api = page.isDrawn(block) ? page.context.api : undefined
  return namedIn(block).map(({ spec, kind, name }) => ({
    name,
    part: api?.part(spec, kind, name),
  }))
}
