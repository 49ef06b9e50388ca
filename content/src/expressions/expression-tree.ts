/** The tree of an expression. Sequences of one precedence are flat, so depth is true nesting. */
export type ExpressionTree =
  | { readonly type: 'literal'; readonly value: Primitive }
  | { readonly type: 'list'; readonly elements: readonly ExpressionTree[] }
  | { readonly type: 'name'; readonly name: string; readonly at: number }
  | {
      readonly type: 'chain'
      readonly root: ExpressionTree
      readonly links: readonly ChainLink[]
    }
  | {
      readonly type: 'unary'
      readonly operator: '!' | '-'
      readonly operand: ExpressionTree
      readonly at: number
    }
  | {
      readonly type: 'operation'
      readonly first: ExpressionTree
      readonly rest: readonly Operation[]
    }
  | {
      readonly type: 'conditional'
      readonly branches: readonly Branch[]
      readonly otherwise: ExpressionTree
    }

export type Primitive = string | number | boolean | null | undefined

/**
 * One step of `a.b?.["c"].includes(d)`. An optional step ends the whole chain when the value before
 * it is missing.
 */
export type ChainLink =
  | {
      readonly type: 'member'
      readonly key: ExpressionTree
      readonly optional: boolean
      readonly at: number
    }
  | {
      readonly type: 'call'
      readonly method: Method
      readonly argument: ExpressionTree
      readonly optional: boolean
      readonly at: number
    }

export interface Operation {
  readonly operator: BinaryOperator
  readonly operand: ExpressionTree
  readonly at: number
}

interface Branch {
  readonly test: ExpressionTree
  readonly value: ExpressionTree
}

export const methods = ['includes', 'startsWith', 'endsWith'] as const
export type Method = (typeof methods)[number]

/** The operators from the loosest to the tightest. Those of one row are read from left to right. */
export const precedence = [
  ['??'],
  ['||'],
  ['&&'],
  ['==', '!=', '===', '!=='],
  ['<', '<=', '>', '>=', 'in'],
  ['+', '-'],
  ['*', '/', '%'],
] as const

export type BinaryOperator = (typeof precedence)[number][number]

export interface ExpressionLimits {
  readonly lengthMax: number
  readonly depthMax: number
  readonly stepsMax: number
  readonly textLengthMax: number
}

export const expressionLimits: ExpressionLimits = {
  lengthMax: 1024,
  depthMax: 64,
  stepsMax: 1000,
  textLengthMax: 16_384,
}

/** The reason why an expression has no value, and the offset of the error in its source. */
export interface Problem {
  readonly at: number
  readonly message: string
}

/** Thrown and caught inside this folder only: callers get a `Problem` as a value. */
export class ExpressionError extends Error {
  readonly at: number

  constructor(at: number, message: string) {
    super(message)
    this.name = 'ExpressionError'
    this.at = at
  }
}

export function problemOf(error: unknown): Problem {
  if (error instanceof ExpressionError) return { at: error.at, message: error.message }
  throw error
}
