/** An OpenAPI Overlay document of version 1.0: changes that are made to a document, one after the other. */
export interface OverlayDocument {
  readonly title: string
  readonly version: string
  /** The address of the document that it is meant for, as its author wrote it; never fetched. */
  readonly extends?: string
  readonly actions: readonly OverlayAction[]
}

export interface OverlayAction {
  /** A JSONPath query (RFC 9535) for the places that change. */
  readonly target: string
  readonly description?: string
  /** Merged into each target; absent where the targets are removed. */
  readonly update?: unknown
  readonly isRemoval: boolean
}

export interface OverlayProblem {
  /** A JSON pointer into the overlay document; empty for the whole. */
  readonly pointer: string
  /** A sentence or two: what is wrong, and what to do. */
  readonly message: string
}

export interface AppliedProblem extends OverlayProblem {
  /** The position of the overlay in the list. */
  readonly overlay: number
  /** Whether the action was left out, or only found nothing to change. */
  readonly kind: 'failed' | 'unused'
}

/** Limits of overlays, of which an action that goes beyond one is left out as a whole. */
export const overlayLimits = {
  textLengthMax: 1_048_576,
  actionsMax: 500,
  valuesMax: 100_000,
  /** Of values inside each other: in a document, in an overlay, and in what comes of both. */
  depthMax: 200,
  targetLengthMax: 2_000,
  /** Of the document, with what overlays add to it. */
  documentValuesMax: 4_000_000,
  /** Of places that one action changes. */
  matchesMax: 100_000,
  /** Of characters that all overlays together add. */
  addedCharactersMax: 26_214_400,
  /** Of values that are looked at to find the targets of all actions. */
  stepsMax: 20_000_000,
} as const
