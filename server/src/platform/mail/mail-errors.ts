/** The error of a message that is refused as it is: sending it again is of no use. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}
