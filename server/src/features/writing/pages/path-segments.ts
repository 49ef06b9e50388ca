/** The slugs of a path as it came with the request. */
export function segmentsOf(pagePath: string): string[] {
  return pagePath.split('/').filter((segment) => segment !== '')
}

/** The name of a path in a refusal. */
export function nameOfPath(pagePath: string): string {
  return pagePath === '' ? '/' : pagePath
}
