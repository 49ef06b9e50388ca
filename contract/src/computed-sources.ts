import { Type } from 'typebox'

import { constant, id, named, nullable, record } from './common.ts'
import { openApiRef, spaceRef, translationRef } from './content-refs.ts'

const anything = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
})

const openApiSpec = Type.Object({
  ref: Type.Object({
    kind: constant('openapi'),
    spec: id('The slug of the specification.'),
  }),
  value: Type.Optional(nullable(anything)),
})

const integrationSource = Type.Object({
  type: Type.Unsafe<`integration:${string}`>({
    type: 'string',
    pattern: '^integration:[^:]+:[^:]+$',
    examples: ['integration:name:source'],
  }),
  props: anything,
  dependencies: Type.Optional(
    record(
      Type.Object({
        ref: Type.Union([spaceRef, openApiRef, translationRef]),
        value: Type.Optional(nullable(anything)),
      }),
    ),
  ),
})

/** The source from which the body of a page or reusable content is computed. */
export const computedDocumentSource = named(
  'ComputedDocumentSource',
  Type.Union([
    Type.Object({
      type: constant('builtin:openapi'),
      dependencies: Type.Object({ spec: openApiSpec }),
      props: Type.Object({
        doc: Type.Unsafe<'models' | 'operations' | 'info'>({
          type: 'string',
          enum: ['models', 'operations', 'info'],
        }),
        page: Type.Optional(Type.String()),
      }),
    }),
    Type.Object({
      type: constant('builtin:translation'),
      props: Type.Object({ space: Type.String(), document: Type.String() }),
    }),
    integrationSource,
  ]),
)

/** The source from which pages are computed. */
export const computedRevisionSource = named(
  'ComputedRevisionSource',
  Type.Union([
    Type.Object({
      type: constant('builtin:openapi'),
      dependencies: Type.Object({ spec: openApiSpec }),
      props: Type.Object({ models: Type.Boolean() }),
    }),
    Type.Object({
      type: constant('builtin:translation'),
      dependencies: Type.Object({
        translation: Type.Object({
          ref: translationRef,
          value: Type.Optional(nullable(anything)),
        }),
      }),
      props: anything,
    }),
    integrationSource,
  ]),
)
