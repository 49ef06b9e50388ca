/** A PDF that no further attempt could make; the message is for the user who asked for it. */
export class PdfFailure extends Error {
  override readonly name = 'PdfFailure'
}
