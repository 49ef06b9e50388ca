import type {
  ApiContent,
  ApiHeader,
  ApiOperation,
  ApiParameter,
  ApiSchema,
} from '@lectern/content/openapi/model.ts'
import { createElement } from 'react'

import { label } from '#/blocks/bounds.ts'
import { fill } from '#/blocks/words.ts'
import { Description } from './description.tsx'
import { Facts, TypeLine } from './facts.tsx'
import { More, SchemaView } from './schema.tsx'
import { Section } from './section.tsx'
import type { ApiView } from './view.ts'

interface OperationProps {
  readonly operation: ApiOperation
  readonly view: ApiView
}

const places = [
  ['path', 'pathParameters'],
  ['query', 'queryParameters'],
  ['querystring', 'queryParameters'],
  ['header', 'headers'],
  ['cookie', 'cookies'],
] as const

/** The parameters by the place they stand in. */
export function Parameters({ operation, view }: OperationProps) {
  return places.map(([place, title]) => {
    const inside = operation.parameters.filter((parameter) => parameter.in === place)
    if (inside.length === 0) return null
    return (
      <Section key={place} title={view.words[title]} view={view}>
        <ul className="api-fields">
          {inside.map((parameter, index) => {
            const id = view.idOf(`${place} ${parameter.name}`)
            return (
              <li key={index} className="api-field" id={id}>
                <Named of={parameter} view={view} id={id} />
              </li>
            )
          })}
        </ul>
      </Section>
    )
  })
}

const anything: ApiSchema = { types: [] }

interface NamedProps {
  readonly of: ApiParameter | ApiHeader
  readonly view: ApiView
  readonly id?: string | undefined
}

/** A parameter or a header; the name of one with a place of its own links to it. */
function Named({ of, view, id }: NamedProps) {
  const { name, isRequired, description } = of
  const schema = of.schema ?? anything
  const isDeprecated = 'isDeprecated' in of && of.isDeprecated
  const code = <code className="api-name">{label(name)}</code>
  const given =
    'examples' in of ? of.examples.find(({ isMade }) => isMade !== true) : undefined
  const examples = given === undefined ? schema.examples : [given.text]
  return (
    <>
      <p className="api-field-head">
        {id === undefined ? (
          code
        ) : (
          <a className="api-place" href={`#${encodeURIComponent(id)}`}>
            {code}
          </a>
        )}{' '}
        <TypeLine
          schema={schema}
          view={view}
          isRequired={isRequired}
          isDeprecated={isDeprecated}
        />
      </p>
      <Description text={description ?? schema.description} view={view} />
      <Facts schema={{ ...schema, ...(examples && { examples }) }} view={view} />
      <More schema={schema} view={view} />
    </>
  )
}

/** Headers of a response: one that another response has too is only named. */
export function Headers({ of, view }: { of: readonly ApiHeader[]; view: ApiView }) {
  if (of.length === 0) return null
  const known = of.filter((header) => isKnown(header, view))
  const fresh = of.filter((header) => !known.includes(header))
  view.left.rows -= fresh.length
  return (
    <>
      <p className="api-label">{view.words.headers}</p>
      {fresh.length > 0 && (
        <ul className="api-fields">
          {fresh.map((header, index) => (
            <li key={index} className="api-field">
              <Named of={header} view={view} />
            </li>
          ))}
        </ul>
      )}
      {known.length > 0 && (
        <p className="api-facts">
          {known.map(({ name }, index) => (
            <code key={index}>{label(name)}</code>
          ))}
        </p>
      )}
    </>
  )
}

/** Whether a header was shown before, or there is no room for more than its name. */
function isKnown(header: ApiHeader, view: ApiView): boolean {
  const key = `header ${JSON.stringify(header)}`
  if (view.shown.has(key) || view.left.rows <= 0) return true
  view.shown.set(key, undefined)
  return false
}

export function Body({ operation: { body }, view }: OperationProps) {
  if (body === undefined) return null
  const { words } = view
  const id = view.idOf('body')
  const title = (
    <>
      {words.requestBody}
      {body.isRequired && <span className="api-required">{words.required}</span>}
    </>
  )
  return (
    <Section title={title} view={view} id={id}>
      <Description text={body.description} view={view} />
      <Contents contents={body.contents} view={view} id={id} />
    </Section>
  )
}

interface ContentsProps {
  readonly contents: readonly ApiContent[]
  readonly view: ApiView
  /** The id of the place that these contents are shown at. */
  readonly id?: string | undefined
}

/** What is sent, per media type: as tabs where there are several. */
export function Contents({ contents, view, id }: ContentsProps) {
  const [only, ...others] = contents
  if (only === undefined) return null
  // Large schemas take long to compare, and most contents have one media type alone.
  const first = others.length === 0 ? '' : JSON.stringify(only.schema)
  const isSame = others.every(({ schema }) => JSON.stringify(schema) === first)
  if (isSame) {
    return (
      <>
        <p className="api-media">
          {contents.map(({ mediaType }, index) => (
            <code key={index}>{label(mediaType)}</code>
          ))}
        </p>
        {only.schema !== undefined && (
          <SchemaOnce schema={only.schema} view={view} id={id} />
        )}
      </>
    )
  }
  return createElement(
    'lectern-tabs',
    { class: 'tabs api-tabs', 'data-label': view.page.words.tabs },
    contents.map(({ mediaType, schema }, index) => (
      <section key={index} className="tab" data-title={label(mediaType)}>
        <p className="tab-title api-media">
          <code>{label(mediaType)}</code>
        </p>
        {schema !== undefined && <SchemaOnce schema={schema} view={view} id={id} />}
      </section>
    )),
  )
}

interface SchemaOnceProps {
  readonly schema: ApiSchema
  readonly view: ApiView
  readonly id: string | undefined
}

/** A schema; a shared one that the operation has shown before, as the way there. */
function SchemaOnce({ schema, view, id }: SchemaOnceProps) {
  const { name } = schema
  if (name === undefined || name === '') return <SchemaView schema={schema} view={view} />
  const key = `schema ${name}`
  if (!view.shown.has(key)) {
    view.shown.set(key, id)
    return <SchemaView schema={schema} view={view} />
  }
  const place = view.shown.get(key)
  const said = fill(view.words.seeSchema, { name: label(name) })
  return (
    <p className="api-note">
      {place === undefined ? said : <a href={`#${encodeURIComponent(place)}`}>{said}</a>}
    </p>
  )
}
