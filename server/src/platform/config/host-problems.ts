/** Where people are signed in: the api, and the web app where that has another address. */
const ownNames = ['PUBLIC_URL', 'APP_URL']

const ofStrangers = {
  FILES_URL: 'Give files a host name of their own, and let it lead to the api',
  PUBLISH_URL: 'Give sites a host name of their own, and let it lead to the renderer',
}

/** The problems of addresses where strangers' content could act as the api or the web app. */
export function sharedHosts(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(ofStrangers).flatMap(([name, fix]) => {
    const shared = ownNames.find((own) => isSameHost(values[name], values[own]))
    return shared === undefined
      ? []
      : [`${name} has the same host as ${shared}, ${String(values[shared])}. ${fix}.`]
  })
}

/** Whether two URLs share a host. Cookies know no ports; this machine has no other names. */
function isSameHost(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const [a, b] = [new URL(one), new URL(other)]
  return isLocalHost(a.hostname) ? a.host === b.host : a.hostname === b.hostname
}

/** The problems of addresses at the host of sites or below, where organizations get names. */
export function hostsOfSites(values: Readonly<Record<string, unknown>>): string[] {
  const publishHost = String(values['PUBLISH_HOST'])
  return [...ownNames, 'FILES_URL']
    .filter((name) => {
      const value = values[name]
      if (typeof value !== 'string') return false
      const { hostname } = new URL(value)
      return hostname === publishHost || hostname.endsWith(`.${publishHost}`)
    })
    .map(
      (name) =>
        `${name} is at PUBLISH_HOST or below, where its name could become that of an organization. Give one of them another domain.`,
    )
}

/** Whether a host is this machine under a name that only it knows itself by. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/i.test(hostname)
}
