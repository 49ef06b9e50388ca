import type { FlowBlock } from '#/document/nodes.ts'
import { plainText } from '#/look/plain-text.ts'
import { reasonNotToParse } from '#/read/limits.ts'
import { slugify } from '#/tree/slug.ts'
import { writeBlocks } from '#/write/write.ts'

import { infoBlocks } from './info-blocks.ts'
import type { ApiInfo, ApiPage } from './model.ts'
import { partBlocks } from './part-blocks.ts'
import { untrustedBlocks } from './untrusted-text.ts'

/** The level of headings on a page, below its title. */
const topLevel = 2

/**
 * The body of a page of a specification in Markdown: what its description says beyond that of the
 * page, and a block for each of its parts. What strangers wrote is only text in it.
 */
export function pageMarkdown(page: ApiPage, specSlug: string, info?: ApiInfo): string {
  const isRoot = page.key === 'info' && info !== undefined
  const facts = isRoot ? infoBlocks(info) : []
  const parts = partBlocks(page.parts, specSlug)
  const blocks = untrustedBlocks(page.description ?? '', topLevel)
  const description = leadOf(blocks) === undefined ? blocks : blocks.slice(1)
  const whole = writeBlocks([...description, ...facts, ...parts])
  // A description that pages cannot have must not take the operations along.
  return reasonNotToParse(whole) === undefined ? whole : writeBlocks([...facts, ...parts])
}

const titleMax = 256
const descriptionMax = 300
const slugMax = 100

export function pageTitle({ title }: ApiPage): string {
  const line = shortened(title.toWellFormed().replaceAll(/\s+/g, ' ').trim(), titleMax)
  return line === '' ? 'API' : line
}

/** The beginning of the description, which stands under the title and not again in the body. */
export function pageDescription({ description }: ApiPage): string | undefined {
  return description === undefined
    ? undefined
    : leadOf(untrustedBlocks(description, topLevel))
}

/** The words of a first paragraph that loses nothing as one line without markup. */
function leadOf([first]: readonly FlowBlock[]): string | undefined {
  if (first?.type !== 'paragraph') return undefined
  if (first.nodes.some(({ object }) => object !== 'text')) return undefined
  const words = plainText(first).replaceAll(/\s+/g, ' ').trim()
  return words === '' || words.length > descriptionMax ? undefined : words
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > most / 2 ? end : undefined).toWellFormed()}…`
}

/** An address that stays the same while the tag has its name; siblings may need a number. */
export function pageSlug({ key, title }: ApiPage): string {
  const name = key.startsWith('tag:') ? key.slice('tag:'.length) : ''
  const fixed = key === 'tag:' ? 'operations' : name
  const said = key.startsWith('models') || key.startsWith('webhooks') ? key : fixed
  return slugify((said === '' ? title : said).slice(0, slugMax).toWellFormed())
}
