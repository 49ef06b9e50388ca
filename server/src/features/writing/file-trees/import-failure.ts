/** An import that cannot succeed however often it is tried; the message is for whoever started it. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
