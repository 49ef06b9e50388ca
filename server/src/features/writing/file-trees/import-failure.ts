/** An import that no retry can save; the message is for the user who started it. */
export class ImportFailure extends Error {
  override readonly name = 'ImportFailure'
}
