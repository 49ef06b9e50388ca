/** The words of the form that sends requests. A language that lacks a word does not compile. */
export interface TryWords {
  readonly server: string
  readonly authentication: string
  readonly none: string
  readonly user: string
  readonly password: string
  readonly token: string
  readonly key: string
  readonly secretNote: string
  /** A pattern with {names}. */
  readonly cookiesNote: string
  readonly certificateNote: string
  readonly parameters: string
  readonly required: string
  readonly notSent: string
  readonly onePerLine: string
  readonly asJson: string
  readonly body: string
  readonly mediaType: string
  readonly example: string
  readonly file: string
  readonly address: string
  readonly send: string
  readonly cancel: string
  readonly sending: string
  readonly answer: string
  readonly headers: string
  readonly headersNote: string
  readonly noBody: string
  /** A pattern with {type} and {size}. */
  readonly binary: string
  readonly download: string
  /** A pattern with {size}. */
  readonly shownCut: string
  /** A pattern with {size}. */
  readonly readCut: string
  readonly unreadable: string
  readonly blocked: string
  readonly redirected: string
  /** A pattern with {seconds}. */
  readonly timeout: string
  readonly cancelled: string
  readonly proxyOffer: string
  readonly proxySend: string
  readonly proxyAway: string
  readonly proxyBusy: string
  readonly proxyTooLarge: string
  readonly targetUnreachable: string
  readonly targetRefused: string
  readonly missing: string
  readonly notJson: string
  readonly notPath: string
  readonly notHeader: string
  readonly noServer: string
  /** A pattern with {count}, worded so that no plural is needed. */
  readonly toCorrect: string
}
