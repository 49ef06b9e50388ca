import { type Config, developmentSecretKey } from '#/platform/config/config.ts'

import { type Check, fail, ok, type Verdict, warn } from './check.ts'

export function configurationChecks(config: Config): readonly Check[] {
  return [
    { name: 'secret keys', judge: async () => judgeSecretKeys(config) },
    { name: 'public URL', judge: async () => judgePublicUrl(config) },
  ]
}

/** Judges the secret keys. Production refuses the development key at start; others may have it. */
function judgeSecretKeys({ SECRET_KEYS, PUBLIC_URL }: Config): Verdict {
  const remedy =
    'Set SECRET_KEYS to keys of your own, made with "openssl rand -base64 48", and LECTERN_ENV=production'
  if (SECRET_KEYS.includes(developmentSecretKey)) {
    const detail = 'SECRET_KEYS holds the development key, which everybody knows'
    return isLoopback(new URL(PUBLIC_URL)) ? warn(detail, remedy) : fail(detail, remedy)
  }
  const unlike = new Set(SECRET_KEYS)
  if (unlike.size < SECRET_KEYS.length) {
    return warn('SECRET_KEYS holds the same key twice', 'Remove one of them')
  }
  return ok(
    SECRET_KEYS.length === 1
      ? '1 key'
      : `${SECRET_KEYS.length} keys; once "lectern-server secrets rotate" has run, only the first is needed`,
  )
}

function judgePublicUrl({ PUBLIC_URL, LECTERN_ENV }: Config): Verdict {
  const url = new URL(PUBLIC_URL)
  if (/\/v1\/?$/.test(url.pathname)) {
    return fail(`PUBLIC_URL ${PUBLIC_URL} ends in /v1`, 'Leave /v1 out; it is added')
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    return fail(
      `PUBLIC_URL ${url.origin} carries a query, a fragment or a user`,
      'Set it to where callers reach the api, such as https://api.example.com',
    )
  }
  if (LECTERN_ENV === 'production' && isLoopback(url)) {
    return fail(
      `PUBLIC_URL ${PUBLIC_URL} leads nowhere from another machine`,
      'Set it to where callers reach the api, such as https://api.example.com',
    )
  }
  if (LECTERN_ENV === 'production' && url.protocol === 'http:') {
    return warn(
      `PUBLIC_URL ${PUBLIC_URL} is not https, so tokens travel in the clear`,
      'Put a proxy with a certificate in front and set PUBLIC_URL to its https address',
    )
  }
  return ok(PUBLIC_URL)
}

function isLoopback({ hostname }: URL): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    hostname === '0.0.0.0' ||
    hostname.startsWith('127.')
  )
}
