/** What changed between two versions of an OpenAPI document. */
export interface OpenApiChanges {
  /** Breaking ones first, then by path, method and place. */
  readonly changes: readonly OpenApiChange[]
  /** Whether a limit ended the comparison, so that there may be changes that are not named. */
  readonly isPartial: boolean
  /** The parts of the documents that were compared; never more than the budget. */
  readonly comparedNodes: number
}

export type ChangeKind = 'added' | 'removed' | 'changed'

/** Which way the data goes: to the API, from it, both ways, or neither. */
export type ChangeSide = 'request' | 'response' | 'both' | 'document'

export interface OpenApiChange {
  readonly kind: ChangeKind
  readonly isBreaking: boolean
  /** A name from the list of rules, which stays the same from release to release. */
  readonly rule: string
  readonly message: string
  readonly reason: string
  readonly place: ChangePlace
  /** The operations that a shared part reaches, where there is more than one. */
  readonly reaches?: ReachedOperations
}

export interface ChangePlace {
  /** Absent where the change reaches several operations, or none. */
  readonly operation?: OperationName
  /** A JSON pointer into the new document, or into the old one for what is removed. */
  readonly pointer: string
  readonly side: ChangeSide
  /** The field, parameter, value, media type or other named thing that changed. */
  readonly name?: string
}

export interface OperationName {
  readonly method: string
  /** The path, or the name of a webhook. */
  readonly path: string
  readonly operationId?: string
}

export interface ReachedOperations {
  /** The first few, by path and method. */
  readonly operations: readonly OperationName[]
  readonly count: number
}
