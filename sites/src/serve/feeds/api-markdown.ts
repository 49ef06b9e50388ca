import { setImmediate } from 'node:timers/promises'

import type { ApiPart } from '@lectern/content/openapi/model.ts'
import { partMarkdown } from '@lectern/content/openapi/part-markdown.ts'
import { isHeading } from '@lectern/content/look/anchors.ts'
import type { Reading, SourceBlock } from '@lectern/content/read/reading.ts'

import {
  type ApiBlock,
  isApiBlock,
  type NamedPart,
  namedIn,
} from '#/blocks/openapi/named-parts.ts'
import type { ApiParts } from '#/model.ts'

/** Whether a page may show a specification: then it is worth reading its Markdown. */
export function mayShowParts(markdown: string): boolean {
  return /\{%-?\s*(?:openapi|swagger)[\s-]/u.test(markdown)
}

/** The most characters that parts add to a page; blocks beyond stay as their authors wrote them. */
const charactersMax = 2_000_000
/** The most characters of parts, as JSON, that are said for a page. */
const partCharactersMax = 10_000_000
const headingLevelFirst = 3

/**
 * The Markdown of a page with what its specifications say in place of the blocks that show it;
 * `resolved` are blocks with references that lead somewhere, by those of this reading.
 */
export async function withParts(
  { source, blocks }: Pick<Reading, 'source' | 'blocks'>,
  part: ApiParts['part'],
  resolved: ReadonlyMap<unknown, ApiBlock> = new Map(),
): Promise<string> {
  const pieces: string[] = []
  const say = sayer()
  let [at, left] = [0, charactersMax]
  for (const { block, level, start, end, prefix } of apiBlocksIn(blocks)) {
    const said = await saidOf(resolved.get(block) ?? block, part, level, say)
    if (said === undefined || said.length > left) continue
    left -= said.length
    pieces.push(source.slice(at, start), said.replaceAll('\n', `\n${prefix}`))
    at = end
  }
  return pieces.join('') + source.slice(at)
}

interface PlacedBlock extends Pick<SourceBlock, 'start' | 'end' | 'prefix'> {
  readonly block: ApiBlock
  /** The level of headings inside. */
  readonly level: number
}

function apiBlocksIn(blocks: readonly SourceBlock[]): readonly PlacedBlock[] {
  const found: PlacedBlock[] = []
  let level = headingLevelFirst
  const visit = (inside: readonly SourceBlock[]): void => {
    for (const { node, start, end, prefix, children } of inside) {
      if (isHeading(node)) {
        const own = node.meta?.level ?? Number(node.type.at(-1)) + 1
        level = Math.min(own + 1, 6)
      }
      if (isApiBlock(node)) found.push({ block: node, level, start, end, prefix })
      else visit(children)
    }
  }
  visit(blocks)
  return found.toSorted((one, other) => one.start - other.start)
}

/** Says a part; undefined where it cannot be said. */
type Say = (
  named: NamedPart,
  part: ApiPart | 'gone',
  headingLevel: number,
) => Promise<string | undefined>

/**
 * Says each part once for a level, however many blocks show it, and none once those of a page were as
 * large as they may be. Others are answered in between: it takes a second for each ten megabytes.
 */
function sayer(): Say {
  const said = new Map<string, string>()
  let left = partCharactersMax
  return async ({ spec, kind, name }, part, headingLevel) => {
    if (part === 'gone') return goneWords(name)
    const key = `${headingLevel} ${spec} ${kind} ${name}`
    const known = said.get(key)
    if (known !== undefined) return known
    if (left <= 0) return undefined
    left -= JSON.stringify(part).length
    await setImmediate()
    const words = partMarkdown(part, { headingLevel: Math.min(headingLevel, 6) }).trim()
    said.set(key, words)
    return words
  }
}

function goneWords(name: string): string {
  return `\`${name.replaceAll('`', '')}\` is no longer part of the specification.`
}

/** What a block shows in words; undefined if it cannot be said. */
async function saidOf(
  block: ApiBlock,
  part: ApiParts['part'],
  headingLevel: number,
  // oxlint-disable-next-line max-params -- a block, where its parts are, its place, and how parts are said
  say: Say,
): Promise<string | undefined> {
  const isList = block.type === 'openapi-schemas'
  const said: string[] = []
  for (const named of namedIn(block)) {
    const { spec, kind, name } = named
    const found = part(spec, kind, name)
    if (found === undefined) return undefined
    const level = isList ? headingLevel + 1 : headingLevel
    const body = await say(named, found, level)
    if (body === undefined) return undefined
    const title = `${'#'.repeat(Math.min(headingLevel, 6))} ${name}`
    said.push(isList && found !== 'gone' ? `${title}\n\n${body}` : body)
  }
  return said.length === 0 ? undefined : said.join('\n\n')
}
