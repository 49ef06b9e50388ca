import { kept } from '#/document/meta.ts'
import type {
  ContentRefBlock,
  Embed,
  File,
  FlowBlock,
  Fragment,
  Integration,
  ReusableContent,
} from '#/document/nodes.ts'
import { readRef, spellRef } from '#/document/references.ts'
import type { ContentRef } from '#/document/references.ts'
import { fragmentOf } from '#/document/shapes.ts'

import { assetRef, includeRef } from '../references.ts'
import { sourceBlock } from '../source-block.ts'
import type { Placed } from '../source-block.ts'
import { charactersOf } from '../text/text-builder.ts'

import type { TagReader } from './containers.ts'
import { inside } from './tag-work.ts'
import { takeAttributes } from './taken-attributes.ts'

const block = { object: 'block', isVoid: true } as const

/** Reads `content-ref` with its url, and its older name `page-ref`. */
export const readContentRef: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const url = taken.text(work.tag.name === 'page-ref' ? 'page' : 'url')
  if (url === undefined) return undefined
  const ref = readRef(url)
  const children = inside(work)
  const node: ContentRefBlock = {
    ...block,
    type: 'content-ref',
    data: { ref },
    ...kept(taken.left()),
    fragments: fallback(children, ref),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readEmbed: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const url = taken.text('url')
  if (url === undefined) return undefined
  const fullWidth = taken.flag('fullWidth')
  const children = inside(work)
  const node: Embed = {
    ...block,
    type: 'embed',
    data: { url, ...(fullWidth !== undefined && { fullWidth }) },
    ...kept(taken.left()),
    fragments: bodyAs('caption', children),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readFile: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const source = taken.text('src')
  if (source === undefined) return undefined
  const children = inside(work)
  const node: File = {
    ...block,
    type: 'file',
    data: { ref: assetRef(source) },
    ...kept(taken.left()),
    fragments: bodyAs('caption', children),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readInclude: TagReader = ({ tag, range, place }) => {
  const [path, ...more] = tag.values
  if (path === undefined || more.length > 0) return undefined
  const node: ReusableContent = {
    ...block,
    type: 'reusable-content',
    data: { ref: includeRef(path) },
    ...kept(takeAttributes(tag).left()),
  }
  return sourceBlock(node, range, place)
}

const integrationName = /^@([^/]+)\/(.+)$/

export const readIntegration: TagReader = ({ tag, range, place }) => {
  const [, integration, name] = integrationName.exec(tag.name) ?? []
  if (integration === undefined || name === undefined) return undefined
  const taken = takeAttributes(tag)
  const url = taken.text('url')
  const fullWidth = taken.flag('fullWidth')
  const props = taken.json('props')
  const action = taken.json('action')
  const node: Integration = {
    ...block,
    type: 'integration',
    data: {
      integration,
      block: name,
      // `props` has the values that are no text, or whose name cannot be in a tag.
      props: { ...taken.left().attributes, ...props },
      ...(action !== undefined && { action }),
      ...(url !== undefined && { url }),
      ...(fullWidth !== undefined && { fullWidth }),
    },
  }
  return sourceBlock(node, range, place)
}

/** The body of a tag, if any. */
export function bodyAs<Name extends string>(
  name: Name,
  children: readonly Placed[],
): readonly Fragment<Name>[] {
  if (children.length === 0) return []
  const nodes = children.map(({ node }) => node)
  return [fragmentOf(name, nodes)]
}

/**
 * The body that is the alternative to the display of a tag; a link that only repeats the reference
 * is dropped.
 */
export function fallback(
  children: readonly Placed[],
  ref: ContentRef,
): readonly Fragment<'fallback'>[] {
  const [only, ...more] = children
  if (only !== undefined && more.length === 0 && repeats(only.node, ref)) return []
  return bodyAs('fallback', children)
}

function repeats(node: FlowBlock, ref: ContentRef): boolean {
  const [link, ...more] = node.type === 'paragraph' ? node.nodes : []
  if (link?.object !== 'inline' || link.type !== 'link' || more.length > 0) return false
  const spelling = spellRef(ref)
  return (
    link.data.title === undefined &&
    spellRef(link.data.ref) === spelling &&
    charactersOf(link.nodes) === spelling
  )
}
