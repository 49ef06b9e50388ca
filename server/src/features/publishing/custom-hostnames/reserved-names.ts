import type { Config } from '#/platform/config/config.ts'

import { hostnameReserved } from './hostname-errors.ts'

type Addresses = Pick<
  Config,
  'PUBLISH_HOST' | 'PUBLISH_URL' | 'PUBLIC_URL' | 'APP_URL' | 'FILES_URL'
>

/**
 * Refuses the names of the API, the web app, files and organizations, whose place no site can take.
 */
export function refuseReserved(config: Addresses, hostname: string): void {
  const { PUBLISH_HOST, PUBLISH_URL, PUBLIC_URL, APP_URL, FILES_URL } = config
  const publishHost = PUBLISH_HOST.replace(/:\d+$/, '')
  const own = [PUBLISH_URL, PUBLIC_URL, APP_URL, FILES_URL]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).hostname)
  const isReserved =
    own.includes(hostname) ||
    hostname === publishHost ||
    hostname.endsWith(`.${publishHost}`)
  if (isReserved) throw hostnameReserved(hostname)
}
