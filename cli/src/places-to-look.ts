interface Urls {
  readonly location: string
  readonly app: string
  /** The site that shows the space, if one does. */
  readonly published?: string
}

/** Where people can look at something, as rows of a table: only addresses at which there is a page. */
export function placesToLook({ location, app, published }: Urls): string[][] {
  const [server = ''] = location.split('/v1/', 1)
  // Without a web app, the server names itself as the place of one.
  const hasApp = !app.startsWith(`${server}/s/`)
  return [
    ...(hasApp ? [['Look at', app]] : []),
    ...(published === undefined ? [] : [['Site', published]]),
  ]
}
