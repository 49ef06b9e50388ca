import type {
  ApiAlternatives,
  ApiProperty,
  ApiSchema,
} from '@lectern/content/openapi/model.ts'
import type { ReactNode } from 'react'

import { label } from '#/blocks/bounds.ts'
import { fill } from '#/blocks/words.ts'
import { Description } from './description.tsx'
import { Facts, TypeLine } from './facts.tsx'
import { hasMore, hasParts, insideOf, schemaName, valueText } from './schema-words.ts'
import { type ApiView, schemaHrefIn } from './view.ts'

interface SchemaProps {
  readonly schema: ApiSchema
  readonly view: ApiView
}

/** A schema with all that is in it: what it is, then its properties or choices. */
export function SchemaView({ schema, view }: SchemaProps) {
  const inside = insideOf(schema)
  return (
    <div className="api-schema">
      <p className="api-field-head">
        <TypeLine schema={schema} view={view} />
      </p>
      <Description text={schema.description} view={view} />
      <Facts schema={schema} view={view} />
      {inside !== schema && (
        <>
          <Description text={inside.description} view={view} />
          <Facts schema={inside} view={view} />
        </>
      )}
      <Parts schema={inside} view={view} />
    </div>
  )
}

/** The properties and choices of a schema; where the room is used up, a word that there is more. */
function Parts({ schema, view }: SchemaProps): ReactNode {
  if (schema.folded !== undefined) return <Folded schema={schema} view={view} />
  if (!hasParts(schema)) return null
  const { properties = [], patternProperties = [], additional, firstItems = [] } = schema
  return (
    <>
      <Fields properties={properties} view={view} />
      <Fields properties={patternProperties} view={view} />
      {hasMore(additional) && (
        <Fields
          properties={[
            { name: view.words.furtherProperties, isRequired: false, schema: additional },
          ]}
          view={view}
          areNamed={false}
        />
      )}
      {additional === false && properties.length > 0 && (
        <p className="api-note">{view.words.noFurtherProperties}</p>
      )}
      <Fields
        properties={firstItems.map((item, index) => ({
          name: `[${index}]`,
          isRequired: false,
          schema: item,
        }))}
        view={view}
      />
      {(schema.alternatives ?? []).map((choice, index) => (
        <Alternatives key={index} choice={choice} view={view} />
      ))}
      {schema.not !== undefined && (
        <Choice title={view.words.not} schema={schema.not} view={view} />
      )}
    </>
  )
}

/** The way to a schema whose parts are not repeated here. */
function Folded({ schema, view }: SchemaProps) {
  const { words } = view
  const name = label(schema.name ?? '')
  const href = schema.name === undefined ? undefined : schemaHrefIn(view, schema.name)
  const said = schema.folded === 'recursive' ? words.recursive : words.shortened
  return (
    <p className="api-note">
      {said}
      {name !== '' && ' · '}
      {href === undefined ? (
        name !== '' && <code>{name}</code>
      ) : (
        <a href={href}>{fill(words.seeSchema, { name })}</a>
      )}
    </p>
  )
}

interface FieldsProps {
  readonly properties: readonly ApiProperty[]
  readonly view: ApiView
  readonly areNamed?: boolean
}

function Fields({ properties, view, areNamed = true }: FieldsProps) {
  const shown = properties.slice(0, Math.max(view.left.rows, 0))
  view.left.rows -= shown.length
  const isCut = shown.length < properties.length
  if (properties.length === 0) return null
  return (
    <>
      {shown.length > 0 && (
        <ul className="api-fields">
          {shown.map((property, index) => (
            <li key={index} className="api-field">
              <Field property={property} view={view} isNamed={areNamed} />
            </li>
          ))}
        </ul>
      )}
      {isCut && <p className="api-note">{view.words.shortened}</p>}
    </>
  )
}

interface FieldProps {
  readonly property: ApiProperty
  readonly view: ApiView
  readonly isNamed: boolean
}

function Field({ property: { name, isRequired, schema }, view, isNamed }: FieldProps) {
  return (
    <>
      <p className="api-field-head">
        {isNamed ? (
          <code className="api-name">{label(name)}</code>
        ) : (
          <span className="api-name">{name}</span>
        )}{' '}
        <TypeLine schema={schema} view={view} isRequired={isRequired} />
      </p>
      <Description text={schema.description} view={view} />
      <Facts schema={schema} view={view} />
      <More schema={schema} view={view} />
    </>
  )
}

/** What is in a value, folded: it opens by itself only on paper. */
export function More({ schema, view }: SchemaProps) {
  const inside = insideOf(schema)
  const isSame = inside === schema
  if (inside.folded !== undefined) return <Folded schema={inside} view={view} />
  const facts = isSame ? null : <Facts schema={inside} view={view} />
  if (!hasParts(inside)) return facts
  if (view.left.rows <= 0) {
    return <Folded schema={{ ...inside, folded: 'bounded' }} view={view} />
  }
  // Choices are folded one by one.
  const [properties = [], more = []] = [inside.properties, inside.patternProperties]
  if (properties.length + more.length === 0) {
    return (
      <>
        {facts}
        <Parts schema={inside} view={view} />
      </>
    )
  }
  return (
    <>
      {facts}
      <details className="api-more" open={view.page.isPrinted}>
        <summary>
          {fill(view.words.attributes, { count: properties.length + more.length })}
        </summary>
        <Parts schema={inside} view={view} />
      </details>
    </>
  )
}

const alternativesMax = 50

function Alternatives({ choice, view }: { choice: ApiAlternatives; view: ApiView }) {
  const { kind, schemas, discriminator } = choice
  return (
    <div className="api-choices">
      <p className="api-choices-title">
        {view.words[kind]}
        {discriminator !== undefined && (
          <>
            {' · '}
            <code>{label(discriminator.property)}</code>
          </>
        )}
      </p>
      {schemas.slice(0, alternativesMax).map((schema, index) => {
        const value = discriminator?.values[index] ?? undefined
        return (
          <Choice
            key={index}
            title={schemaName(schema, view.words)}
            {...(value !== undefined && { value })}
            schema={schema}
            view={view}
          />
        )
      })}
      {schemas.length > alternativesMax && (
        <p className="api-note">{view.words.shortened}</p>
      )}
    </div>
  )
}

interface ChoiceProps extends SchemaProps {
  readonly title: string
  /** The value that tells this choice from others. */
  readonly value?: string
}

function Choice({ title, value, schema, view }: ChoiceProps) {
  view.left.rows -= 1
  return (
    <details className="api-choice" open={view.page.isPrinted}>
      <summary>
        {title}
        {value !== undefined && (
          <code className="api-value">{label(valueText(value))}</code>
        )}
      </summary>
      <SchemaView schema={schema} view={view} />
    </details>
  )
}
