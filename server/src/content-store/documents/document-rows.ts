export interface DocumentToStore {
  readonly id: string
  readonly markdown: string
  readonly projection: Buffer | null
  /** The hashes of its anchors; absent when nobody has read the text. */
  readonly anchors?: readonly number[] | null
}

/** Many documents as the parameters of one statement: parts of two runs of bytes. */
export interface DocumentRows {
  readonly ids: readonly string[]
  readonly texts: Buffer
  readonly textStarts: readonly number[]
  readonly textSizes: readonly number[]
  readonly projections: Buffer
  readonly projectionStarts: readonly number[]
  readonly projectionSizes: readonly (number | null)[]
  /** The hashes of the anchors of each, as PostgreSQL spells an array. */
  readonly anchors: readonly (string | null)[]
}

export function documentRows(documents: readonly DocumentToStore[]): DocumentRows {
  const texts = documents.map(({ markdown }) => Buffer.from(markdown))
  const projections = documents.map(({ projection }) => projection ?? Buffer.alloc(0))
  return {
    ids: documents.map(({ id }) => id),
    texts: Buffer.concat(texts),
    textStarts: startsOf(texts),
    textSizes: texts.map(({ length }) => length),
    projections: Buffer.concat(projections),
    projectionStarts: startsOf(projections),
    projectionSizes: documents.map(({ projection }) => projection?.length ?? null),
    anchors: documents.map(({ anchors }) => (anchors ? arrayText(anchors) : null)),
  }
}

/** Numbers as PostgreSQL spells an array of them. */
function arrayText(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`
}

/** The start of each part in the concatenation of all parts; PostgreSQL counts from one. */
function startsOf(parts: readonly Buffer[]): number[] {
  let next = 1
  return parts.map(({ length }) => {
    const start = next
    next += length
    return start
  })
}
