import { signed } from '../generate/generate-sites.ts'

/** Of the same form as what exists, so that only its absence can be told. */
export function nonexistent(kind: string, number = 0): string {
  if (kind === 'email') return `nobody${number}@nowhere.example`
  if (kind === 'subdomain') return `nobody-has-name-${number}`
  if (kind === 'emailDomain') return `nowhere${number}.example`
  if (kind === 'customHostname') return `docs.nowhere${number}.example`
  if (kind === 'source') return `/nobody-was-here-${number}`
  if (kind === 'url') return `http://nobody.localhost:3001/nowhere-${number}/`
  if (kind === 'shareKey') return `NNNNNNNNNNNNNNNNNNNNNNN${number}`
  if (kind === 'jwt') return signed('a key of nobody', `nobody ${number}`)
  if (kind === 'cursor') return `${'n'.repeat(30)}.${String(number).repeat(43)}`
  return `NNNNNNNNNNNNNNNNNNN${number}`
}
