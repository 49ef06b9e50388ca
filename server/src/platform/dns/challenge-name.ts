/** The DNS name of the text record by which the owner of a domain shows that it is theirs. */
export function challengeName(domain: string): string {
  return `_lectern-challenge.${domain}`
}
