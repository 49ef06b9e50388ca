import type { Statement } from './statement.ts'

/** Anything that can run reads: the database itself, or a transaction. */
export interface Queryable {
  /** Returns every row. */
  readonly many: <Params, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ) => Promise<Row[]>
  /** Returns the first row, if there is one. */
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

/** Called with each sent statement; the test suite checks them all against the tenant law. */
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
