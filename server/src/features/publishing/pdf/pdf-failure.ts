/** A PDF that cannot be made however often it is tried; the message is for whoever asked for it. */
export class PdfFailure extends Error {
  override readonly name = 'PdfFailure'
}
