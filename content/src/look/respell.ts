import { percent } from './destination.ts'
import { linkDestinations } from './link-destinations.ts'
import type { DestinationContext, LinkDestination } from './link-destinations.ts'

/**
 * The Markdown with the destinations for which `change` returns a text replaced. No other byte
 * changes, except where the text of a link repeats its destination.
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
    // Overlapping destinations are two readings of the same bytes; the first one wins.
    if (after === undefined || Math.min(start, label?.start ?? start) < done) continue
    const written = writeIn(context, after)
    const text = context === 'plain' || context === 'angles' ? inText(written) : written
    if (label !== undefined && label.start < start) replace(label.start, label.end, text)
    replace(start, end, written)
    if (label !== undefined && label.start > start) replace(label.start, label.end, text)
  }
  return pieces.join('') + markdown.slice(done)
}

/** The characters that each context does not allow: percent-encoding them keeps the target. */
const unsafe: Readonly<Record<DestinationContext, RegExp>> = {
  plain: /[\s()<>\\|]/g,
  angles: /[\r\n<>\\|]/g,
  autolink: /[\s<>|]/g,
  attribute: /[\r\n"'<>|]/g,
  'bare-attribute': /[\s"'<>|`]/g,
  tag: /[\r\n"'“”‘’\\|]/g,
}

/** Matches an `&` that would start a character reference; the one of `&b=` in a query would not. */
const references = /&(?=#|[A-Za-z][A-Za-z\d]*(?![A-Za-z\d=]))/g

function writeIn(context: DestinationContext, destination: string): string {
  const safe = destination.replaceAll(unsafe[context], percent)
  return context === 'tag' ? safe : safe.replaceAll(references, '&amp;')
}

/** Escapes the signs that would start emphasis or the like in text. */
function inText(written: string): string {
  return written.replaceAll(/[*_~]/g, String.raw`\$&`)
}
