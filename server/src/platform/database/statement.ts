import { createHash } from 'node:crypto'

import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

import type { Tables } from './tables.ts'

/** Builds typed SQL and never runs it: statements are compiled once and run by name. */
export const sqlBuilder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** A statement with its parameters still open; `Row` is the type of its result rows. */
export interface Statement<Params, Row> {
  readonly name: string
  readonly text: string
  readonly bind: (params: Params) => unknown[]
  /** Chooses the text for these parameters, when the statement has several. */
  readonly chosenBy?: (params: Params) => Statement<Params, Row>
  /** Holds the row type only. */
  readonly row?: Row
}

/**
 * The key of the parameter that chooses among the texts of a statement: the builder gets its actual
 * value instead of a placeholder.
 */
export const variant: unique symbol = Symbol('variant')

export interface OfVariant<Name extends string> {
  readonly [variant]?: Name
}

/** A query of the builder, or one in plain SQL. */
interface Buildable<Row> {
  readonly compile: (builder: typeof sqlBuilder) => CompiledQuery<Row>
}

class Placeholder {
  readonly key: string
  constructor(key: string) {
    this.key = key
  }
  /** Refuses to make text of a placeholder, which would be sent in place of the value. */
  [Symbol.toPrimitive](): never {
    throw new Error(
      `The parameter "${this.key}" has no value while its statement is built; compute with it in SQL or before the call`,
    )
  }
}

/**
 * Declares a statement. The builder runs once, on first use, with placeholders for the parameters;
 * from then on a call is a lookup of values and one named, prepared statement on the wire.
 */
export function statement<Params extends object, Row = unknown>(
  label: string,
  build: (params: Params) => Buildable<Row>,
): Statement<Params, Row> {
  const usual = oneText(label, build, undefined)
  const others = new Map<string, Statement<Params, Row>>()
  return {
    bind: usual.bind,
    get name() {
      return usual.name
    },
    get text() {
      return usual.text
    },
    chosenBy(params: Params & OfVariant<string>) {
      const name = params[variant]
      if (name === undefined) return usual
      const known = others.get(name)
      if (known !== undefined) return known
      const other = oneText(label, build, name)
      others.set(name, other)
      return other
    },
  }
}

function oneText<Params extends object, Row>(
  label: string,
  build: (params: Params) => Buildable<Row>,
  variantName: string | undefined,
): Statement<Params, Row> {
  let compiled: { name: string; text: string; values: readonly unknown[] } | undefined
  const compile = () => (compiled ??= compileWithPlaceholders(label, build, variantName))
  return {
    get name() {
      return compile().name
    },
    get text() {
      return compile().text
    },
    bind(params) {
      const { values } = compile()
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- placeholders carry only keys of Params
      const given = params as Record<string, unknown>
      return values.map((value) =>
        value instanceof Placeholder ? given[value.key] : value,
      )
    },
  }
}

/** One statement per shape of the query (its sort, its filters), each declared on first use. */
export function statementByShape<Shape extends object, Params extends object, Row>(
  label: string,
  build: (shape: Shape, params: Params) => Buildable<Row>,
): (shape: Shape) => Statement<Params, Row> {
  const known = new Map<string, Statement<Params, Row>>()
  return (shape) => {
    const key = JSON.stringify(shape)
    let found = known.get(key)
    if (found === undefined) {
      found = statement<Params, Row>(label, (params) => build(shape, params))
      known.set(key, found)
    }
    return found
  }
}

function compileWithPlaceholders(
  label: string,
  build: (params: never) => Buildable<unknown>,
  variantName: string | undefined,
): { name: string; text: string; values: readonly unknown[] } {
  const placeholders: unknown = new Proxy(
    {},
    {
      get: (_, key) => (key === variant ? variantName : new Placeholder(String(key))),
    },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stands for the values while the SQL is built
  const { sql, parameters } = build(placeholders as never).compile(sqlBuilder)
  const { text, values } = sharePlaceholders(sql, parameters)
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 10)
  return { name: `${label}.${digest}`, text, values }
}

/** Sends a parameter used twice only once, so that the planner knows both values to be the same. */
function sharePlaceholders(
  sql: string,
  parameters: readonly unknown[],
): { text: string; values: readonly unknown[] } {
  const values: unknown[] = []
  const places = new Map<string, number>()
  const text = sql.replaceAll(/\$(\d+)/g, (_whole, number: string) => {
    const value = parameters[Number(number) - 1]
    const known = value instanceof Placeholder ? places.get(value.key) : undefined
    if (known !== undefined) return `$${known}`
    values.push(value)
    if (value instanceof Placeholder) places.set(value.key, values.length)
    return `$${values.length}`
  })
  return { text, values }
}
