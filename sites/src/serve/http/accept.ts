export type Encoding = 'br' | 'gzip' | 'identity'

/** The best encoding that the reader accepts; plain bytes if the header names no known one. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity'
  // Browsers send a list without weights.
  if (!accepted.includes(';')) {
    if (accepted.includes('br')) return 'br'
    return accepted.includes('gzip') ? 'gzip' : 'identity'
  }
  const weights = weightsIn(accepted)
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}

/** Whether a reader accepts Markdown at least as gladly as HTML; browsers do not name Markdown. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false
  const weights = weightsIn(accept)
  const markdown = weights.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0)
}

export function prefersJson(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('application/json')) return false
  const weights = weightsIn(accept)
  const json = weights.get('application/json') ?? 0
  return json > 0 && json >= (weights.get('text/html') ?? 0)
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
    const value = weight === undefined ? 1 : Number(weight)
    weights.set(name, Number.isFinite(value) ? value : 0)
  }
  return weights
}

/** Whether the reader already has this version; compared weakly, as for every safe method. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  const bare = bareTag(etag)
  return ifNoneMatch.split(',').some((tag) => bareTag(tag.trim()) === bare)
}

function bareTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag
}
