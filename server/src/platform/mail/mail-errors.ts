/** The message will never be accepted as it is: sending it again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
