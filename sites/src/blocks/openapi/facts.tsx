import type { ApiSchema, ApiValue } from '@lectern/content/openapi/model.ts'

import { bounded, label } from '#/blocks/bounds.ts'
import { fill } from '#/blocks/words.ts'
import { Description } from './description.tsx'
import { limitText, typeText, valueText } from './schema-words.ts'
import { type ApiView, schemaHrefIn } from './view.ts'

interface TypeLineProps {
  readonly schema: ApiSchema
  readonly view: ApiView
  readonly isRequired?: boolean
  readonly isDeprecated?: boolean
}

/** The type of a value and its marks, in one line. */
export function TypeLine({
  schema,
  view,
  isRequired = false,
  isDeprecated = false,
}: TypeLineProps) {
  const { words } = view
  const isOld = isDeprecated || schema.isDeprecated === true
  return (
    <>
      <span className="api-type">{typeText(schema, words)}</span>
      <SharedName schema={schema} view={view} />
      {isRequired && <span className="api-required">{words.required}</span>}
      {schema.isReadOnly === true && <span className="api-mark">{words.readOnly}</span>}
      {schema.isWriteOnly === true && <span className="api-mark">{words.writeOnly}</span>}
      {isOld && <span className="api-deprecated">{words.deprecated}</span>}
    </>
  )
}

/** The name of a shared schema, with a link where the site shows it. */
function SharedName({ schema, view }: { schema: ApiSchema; view: ApiView }) {
  const name = schema.name ?? schema.items?.name
  if (name === undefined) return null
  const href = schemaHrefIn(view, name)
  return href === undefined ? (
    <span className="api-shared">{label(name)}</span>
  ) : (
    <a className="api-shared" href={href}>
      {label(name)}
    </a>
  )
}

const limitsMax = 20
const exampleLengthMax = 300

/** Limits, default, examples and allowed values. */
export function Facts({ schema, view }: { schema: ApiSchema; view: ApiView }) {
  const { words } = view
  const limits = (schema.limits ?? []).slice(0, limitsMax)
  const [example] = schema.examples ?? []
  const isShown =
    limits.length > 0 || schema.default !== undefined || example !== undefined
  return (
    <>
      {isShown && (
        <p className="api-facts">
          {limits.map((limit, index) => (
            <code key={index}>{limitText(limit)}</code>
          ))}
          {schema.default !== undefined && (
            <span>
              {words.default}: <code>{short(schema.default)}</code>
            </span>
          )}
          {example !== undefined && (
            <span>
              {words.example}: <code>{short(example)}</code>
            </span>
          )}
        </p>
      )}
      <Values values={schema.values ?? []} view={view} />
    </>
  )
}

function short(text: string): string {
  return bounded(valueText(text), exampleLengthMax)
}

const valuesShown = 12
const valuesLeast = 4
const valuesMax = 300

/** The allowed values: in a line, or one below the other where some are described. */
function Values({ values, view }: { values: readonly ApiValue[]; view: ApiView }) {
  if (values.length === 0) return null
  const room = Math.min(valuesMax, Math.max(view.left.values, valuesLeast))
  const first = values.slice(0, Math.min(valuesShown, room))
  const rest = values.slice(first.length, room)
  view.left.values -= first.length + rest.length
  return (
    <div className="api-values">
      <span className="api-values-title">{view.words.values}</span>
      <ValueList values={first} view={view} />
      {rest.length > 0 && (
        <details className="api-more" open={view.page.isPrinted}>
          <summary>{fill(view.words.moreValues, { count: rest.length })}</summary>
          <ValueList values={rest} view={view} />
        </details>
      )}
      {first.length + rest.length < values.length && (
        <p className="api-note">{view.words.shortened}</p>
      )}
    </div>
  )
}

function ValueList({ values, view }: { values: readonly ApiValue[]; view: ApiView }) {
  const areDescribed = values.some(({ description }) => description !== undefined)
  return (
    <ul className={areDescribed ? 'api-value-list described' : 'api-value-list'}>
      {values.map(({ value, description }, index) => (
        <li key={index}>
          <code className="api-value">{label(valueText(value))}</code>
          <Description text={description} view={view} />
        </li>
      ))}
    </ul>
  )
}
