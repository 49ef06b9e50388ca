import { hash, timingSafeEqual } from 'node:crypto'

import type { Config } from '#/platform/config/config.ts'

/** Whether an Authorization header holds the shared secret of this installation's renderer. */
export function rendererCheck({
  RENDERER_SECRET: secret,
}: Pick<Config, 'RENDERER_SECRET'>): (authorization: string | undefined) => boolean {
  if (secret === undefined) return () => false
  const expected = hash('sha256', secret, 'buffer')
  return (authorization = '') => {
    const [scheme = '', token = '', ...rest] = authorization.trim().split(/\s+/)
    if (scheme.toLowerCase() !== 'bearer' || rest.length > 0) return false
    // Digests have equal length whatever was sent, so that the time reveals nothing.
    return timingSafeEqual(hash('sha256', token, 'buffer'), expected)
  }
}
