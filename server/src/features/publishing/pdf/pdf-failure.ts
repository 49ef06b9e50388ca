/**
 * The error for a PDF that no further attempt could make; the message is for whoever asked for it.
 */
export class PdfFailure extends Error {
  override readonly name = 'PdfFailure'
}
