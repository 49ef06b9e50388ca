/** An address for somebody who knows it already: its first letter and its domain. */
export function maskedAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = Array.from(email.slice(0, at))
  return `${first}…${email.slice(at)}`
}
