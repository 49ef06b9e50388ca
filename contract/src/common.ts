import { Type, type Static, type TProperties, type TSchema } from 'typebox'

/** Gives a schema a name in the OpenAPI document. */
export function named<S extends TSchema>(name: string, schema: S): S {
  return { ...schema, $id: name }
}

/**
 * A reference of a named schema to itself. Validators check only `envelope`; the OpenAPI document
 * refers to the schema by its name.
 */
export function nestedIn<T>(name: string, envelope: object) {
  return Type.Unsafe<T>({ ...envelope, [nestedName]: name })
}
export const nestedName = 'x-nested'

export function enumeration<const V extends readonly string[]>(
  values: V,
  options: object = {},
) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: values, ...options })
}

export function constant<const V extends string>(value: V) {
  return Type.Unsafe<V>({ type: 'string', const: value })
}

export function nullable<S extends TSchema>(schema: S) {
  const { type, enum: values } = schema as { type?: string; enum?: readonly string[] }
  if (type === undefined) {
    return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }] })
  }
  return Type.Unsafe<Static<S> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

/** An identifier in a path or a body: opaque to callers, so only its size is checked. */
export const identifier = Type.String({ minLength: 1, maxLength: 128 })
export const timestamp = Type.String({ format: 'date-time' })
/** The most characters of a URL in a request. */
export const urlLengthMax = 2048
export const uri = Type.String({ format: 'uri', maxLength: urlLengthMax })
/** A URL of a page: the slugs in it are as many as its space is deep. */
export const anyUri = Type.String({ format: 'uri' })
export const email = Type.String({ format: 'email', minLength: 3, maxLength: 254 })

/** An emoji as a character, or as its code points in hexadecimal. */
export const emoji = Type.String({
  minLength: 1,
  maxLength: 50,
  description: 'A character or its code points.',
})
export const emojiInput = Type.String({
  ...emoji,
  format: 'emoji',
  examples: ['🌱', '1f331'],
})

/** An identifier with a description of its object. */
export function id(description: string) {
  return Type.String({ minLength: 1, maxLength: 128, description })
}

/** The default limit of entries in a list or map of a request. */
export const entriesMax = 1000

/** A map with free keys; `additionalProperties`, as key patterns miss keys with line breaks. */
export function record<S extends TSchema>(values: S, options: object = {}) {
  return Type.Unsafe<Record<string, Static<S>>>({
    type: 'object',
    additionalProperties: values,
    ...options,
  })
}

/** A body of several shapes: a value that fits two of them is refused instead of guessed at. */
export function exactlyOne<S extends readonly TSchema[]>(...shapes: S) {
  return Type.Unsafe<Static<S[number]>>({ oneOf: shapes })
}

/** The permissions of the caller on the object: a boolean for each action, with its meaning. */
export function permissions<const M extends Record<string, string>>(meanings: M) {
  const properties = Object.entries(meanings).map(([action, description]) => [
    action,
    { type: 'boolean', description },
  ])
  return Type.Unsafe<{ -readonly [Action in keyof M]: boolean }>({
    type: 'object',
    description: 'What the caller may do.',
    required: Object.keys(meanings),
    properties: Object.fromEntries(properties),
  })
}

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const
export type Role = (typeof roles)[number]

export const role = named(
  'Role',
  nullable(
    enumeration(roles, { description: 'What a member may do; null for a guest.' }),
  ),
)

export const order = enumeration(['asc', 'desc'], { default: 'desc' })

export const limitMax = 1000
export const limitDefault = 50

/** The two query parameters that every paged list takes. */
export const paging = {
  page: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Where to go on: `next.page` of the page before.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: limitMax,
      default: limitDefault,
      description: 'How many to answer. With 0 only `count` is filled.',
    }),
  ),
} satisfies TProperties

export interface Page<T> {
  items: T[]
  count: number
  countIsLowerBound?: boolean
  /** Only of searches. */
  partial?: boolean
  next?: { page: string }
}

export function list<S extends TSchema>(name: string, items: S) {
  return named(
    name,
    Type.Object({
      items: Type.Array(items),
      count: Type.Integer({
        minimum: 0,
        description: 'How many there are over all pages.',
      }),
      countIsLowerBound: Type.Optional(
        Type.Boolean({ description: 'True when counting stopped early.' }),
      ),
      next: Type.Optional(
        Type.Object({ page: Type.String() }, { description: 'Absent on the last page.' }),
      ),
    }),
  )
}

/** A list of what a search found, which may have had to end early. */
export function foundList<S extends TSchema>(name: string, items: S) {
  const { properties } = list(name, items)
  return named(
    name,
    Type.Object({
      ...properties,
      partial: Type.Optional(
        Type.Boolean({
          description:
            'True when time was over before everything had been looked at: there may be better matches than these, and the same search may find more a moment later.',
        }),
      ),
    }),
  )
}

export const editConflict = named(
  'EditConflict',
  Type.Object({
    change: Type.Integer({ minimum: 0, description: 'The index of the change.' }),
    page: Type.Optional(identifier),
    reusableContent: Type.Optional(identifier),
    documentId: Type.String({
      ...identifier,
      description: 'The text as it is now: the `base` for the next attempt.',
    }),
    kind: enumeration(['edit', 'insert', 'delete', 'move', 'opening', 'reading'], {
      description: 'What both sides did to each other.',
    }),
    blocks: Type.Array(Type.String(), {
      description: 'The keys of the blocks in `base`.',
    }),
    base: Type.String(),
    ours: Type.String({ description: 'The Markdown that was sent.' }),
    theirs: Type.String({ description: 'The Markdown that is there now.' }),
  }),
)

export const errorBody = named(
  'Error',
  Type.Object({
    error: Type.Object({
      code: Type.Integer({ description: 'The HTTP status once more.' }),
      message: Type.String({ description: 'What happened and what to do, for people.' }),
      reason: Type.String({ description: 'A stable word for programs.' }),
      requestId: Type.String(),
      details: Type.Optional(
        Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
      ),
      conflicts: Type.Optional(
        Type.Array(editConflict, {
          description: 'With `edit_conflict`: what only a person can decide.',
        }),
      ),
    }),
  }),
)

export const emptyObject = Type.Object({})
