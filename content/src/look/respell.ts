import { percent } from './destination.ts'
import { linkDestinations } from './link-destinations.ts'
import type { DestinationContext, LinkDestination } from './link-destinations.ts'

/**
 * The Markdown with the destinations that `change` answers for replaced, and not another byte
 * touched, except where the text of a link repeats its destination.
 */
export function respell(
  markdown: string,
  change: (destination: LinkDestination) => string | undefined,
): string {
  const pieces: string[] = []
  let done = 0
  const replace = (start: number, end: number, text: string): void => {
    pieces.push(markdown.slice(done, start), text)
    done = end
  }
  for (const destination of linkDestinations(markdown)) {
    const after = change(destination)
    const { start, end, label, context } = destination
    // Nothing stands twice in the source; what overlaps was read in two ways, and the first holds.
    if (after === undefined || Math.min(start, label?.start ?? start) < done) continue
    const written = writeIn(context, after)
    const text = context === 'plain' || context === 'angles' ? inText(written) : written
    if (label !== undefined && label.start < start) replace(label.start, label.end, text)
    replace(start, end, written)
    if (label !== undefined && label.start > start) replace(label.start, label.end, text)
  }
  return pieces.join('') + markdown.slice(done)
}

/** What cannot stand in a place is percent-encoded, which means the same to whoever follows it. */
const unsafe: Readonly<Record<DestinationContext, RegExp>> = {
  plain: /[\s()<>\\|]/g,
  angles: /[\r\n<>\\|]/g,
  autolink: /[\s<>|]/g,
  attribute: /[\r\n"'<>|]/g,
  'bare-attribute': /[\s"'<>|`]/g,
  tag: /[\r\n"'“”‘’\\|]/g,
}

/** What would be read as a character reference; `&b=` of a query would not. */
const references = /&(?=#|[A-Za-z][A-Za-z\d]*(?![A-Za-z\d=]))/g

function writeIn(context: DestinationContext, destination: string): string {
  const safe = destination.replaceAll(unsafe[context], percent)
  return context === 'tag' ? safe : safe.replaceAll(references, '&amp;')
}

/** In text, these would begin something. */
function inText(written: string): string {
  return written.replaceAll(/[*_~]/g, String.raw`\$&`)
}
