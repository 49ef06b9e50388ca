import type { Statement } from './statement.ts'

/** What can run reads: the database itself, or a transaction. */
export interface Queryable {
  /** Every row. */
  readonly many: <Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ) => Promise<Row[]>
  /** The first row, if there is one. */
  readonly first: <Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ) => Promise<Row | undefined>
}

/** A statement ready for the wire. */
export interface WireStatement {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** Told about each statement that is sent; the test suite judges them all against the tenant law. */
export type StatementListener = (text: string) => void

export function toWire<Params, Row>(
  statement: Statement<Params, Row>,
  params: Params,
  prepare = true,
): WireStatement {
  const chosen = statement.chosenBy?.(params) ?? statement
  const values = chosen.bind(params)
  return prepare
    ? { name: chosen.name, text: chosen.text, values }
    : { text: chosen.text, values }
}
