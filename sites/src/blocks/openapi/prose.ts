import type { FlowBlock } from '@lectern/content/document/nodes.ts'
import { untrustedBlocks } from '@lectern/content/openapi/untrusted-text.ts'

const knownMax = 5000
const known = new Map<string, readonly FlowBlock[]>()

/** A heading inside a description ranks below all of the page. */
const headingLevel = 6

/** The blocks of a text that strangers wrote; most texts stand in many places. */
export function proseOf(markdown: string): readonly FlowBlock[] {
  const before = known.get(markdown)
  if (before !== undefined) return before
  const blocks = untrustedBlocks(markdown, headingLevel)
  if (known.size >= knownMax) known.clear()
  known.set(markdown, blocks)
  return blocks
}
