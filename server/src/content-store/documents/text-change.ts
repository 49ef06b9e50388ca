interface Text {
  readonly documentId: string
  /** Read from the store when absent. */
  readonly markdown?: string
}

/** The text of a page before and after a change. */
export interface TextChange {
  readonly entryId: string
  /** Null when the page had no text or did not exist. */
  readonly before: Text | null
  /** Null when the page has no text any more. */
  readonly after: Text | null
}
