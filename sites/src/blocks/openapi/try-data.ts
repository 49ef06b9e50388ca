import type { RequestShape } from '@lectern/content/openapi/request/request-shape.ts'

/** What a page tells the form that sends an operation. */
export interface TryData {
  /** The slug of the specification. */
  readonly spec: string
  /** As parts are named, in `get /pets`. */
  readonly name: string
  readonly shape: RequestShape
  /** Where this site takes requests to send, if it does. */
  readonly proxyHref?: string
}
