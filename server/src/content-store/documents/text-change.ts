interface Text {
  readonly documentId: string
  /** Read from the store where it is not given. */
  readonly markdown?: string
}

/** What a page said and what it says now. */
export interface TextChange {
  readonly entryId: string
  /** Null where it said nothing, or was not there. */
  readonly before: Text | null
  /** Null where it says nothing any more. */
  readonly after: Text | null
}
