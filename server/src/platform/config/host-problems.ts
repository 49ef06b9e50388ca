/** The problems of addresses on the web app's origin: strangers' content could act as the app. */
export function sharedOrigins(values: Readonly<Record<string, unknown>>): string[] {
  const appUrl = values['APP_URL'] ?? values['PUBLIC_URL']
  if (typeof appUrl !== 'string') return []
  const { origin } = new URL(appUrl)
  const fixes = {
    FILES_URL: 'Give files a host name of their own, and let it lead to the api',
    PUBLISH_URL: 'Give sites a host name of their own, and let it lead to the renderer',
  }
  return Object.entries(fixes)
    .filter(([name]) => {
      const value = values[name]
      return typeof value === 'string' && new URL(value).origin === origin
    })
    .map(
      ([name, fix]) => `${name} has the same origin as the web app at ${appUrl}. ${fix}.`,
    )
}

/** The problems of addresses below the host of sites, where an organization may get any name. */
export function hostsBelowSites(values: Readonly<Record<string, unknown>>): string[] {
  const publishHost = String(values['PUBLISH_HOST'])
  return ['PUBLIC_URL', 'APP_URL', 'FILES_URL']
    .filter((name) => {
      const value = values[name]
      return typeof value === 'string' && new URL(value).host.endsWith(`.${publishHost}`)
    })
    .map(
      (name) =>
        `${name} is below PUBLISH_HOST, where its name could become that of an organization. Give one of them another domain.`,
    )
}

/** Whether a host is this machine under a name that only it knows itself by. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[?::1\]?|0\.0\.0\.0)$/i.test(hostname)
}
