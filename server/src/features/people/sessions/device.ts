/** The marks of browsers in a User-Agent; who imitates another one stands before it. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Vivaldi/', 'Vivaldi'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/**
 * What somebody recognises their browser by, such as `Firefox on Linux`. It has words of ours alone,
 * since a User-Agent may hold anything.
 */
export function deviceFrom(userAgent: string | undefined): string {
  const read = (userAgent ?? '').slice(0, 1000)
  const nameIn = (marks: typeof browsers | typeof systems) =>
    marks.find(([mark]) => read.includes(mark))?.[1]
  const browser = nameIn(browsers) ?? 'A browser'
  const system = nameIn(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
