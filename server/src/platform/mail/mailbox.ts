/**
 * The address of the mailbox behind an address. What follows a plus sign is a tag that the owner of
 * the mailbox, or anybody else, makes up.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [mailbox = ''] = email.slice(0, at).split('+')
  return `${mailbox}${email.slice(at)}`
}
