import type { FastifyReply, FastifyRequest } from 'fastify'

import { isVisitor } from './caller.ts'

/** How many spaces are named; the header must fit into what proxies pass on. */
const spacesMax = 100

/**
 * Gives an answer for visitors of a site the tags by which another renderer keeps it, and forgets it
 * when it is told of a change: the site, and the space or all spaces that the answer is about.
 */
export async function tagAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: unknown,
): Promise<void> {
  const found = await tagsFor(request, outcome)
  if (found !== undefined) reply.header('x-gitbook-cache-tag', found)
}

async function tagsFor(
  { caller, params }: FastifyRequest,
  outcome: unknown,
): Promise<string | undefined> {
  if (caller === undefined) return tagsOfResolved(outcome)
  if (!isVisitor(caller)) return undefined
  const asked = textIn(params, 'spaceId')
  const sight = asked === undefined ? await caller.look() : undefined
  const spaceIds = asked === undefined ? [...(sight?.spaceIds ?? [])] : [asked]
  const specs = tagsOfSpec(caller.organizationId, params)
  return [tags(caller.siteId, spaceIds), ...specs].join(',')
}

/**
 * The tags of an OpenAPI specification that the answer is about: as renderers spell it, and in lower
 * case, since both are the same name.
 */
function tagsOfSpec(organizationId: string, params: unknown): readonly string[] {
  const slug = textIn(params, 'specSlug', /^[A-Za-z0-9-]{1,100}$/)
  if (slug === undefined) return []
  const named = [...new Set([slug, slug.toLowerCase()])]
  return named.map((name) => `organization:${organizationId}:openapi:${name}`)
}

/** The tags of what a URL was resolved to, which needs no token. */
function tagsOfResolved(outcome: unknown): string | undefined {
  const site = textIn(outcome, 'site')
  const space = textIn(outcome, 'space')
  return site === undefined || space === undefined ? undefined : tags(site, [space])
}

function tags(siteId: string, spaceIds: readonly string[]): string {
  const spaces = spaceIds.toSorted().slice(0, spacesMax)
  return [`site:${siteId}`, ...spaces.map((id) => `space:${id}`)].join(',')
}

/** A member that is an id, in whose characters nothing can end a header or a tag. */
function textIn(
  value: unknown,
  name: string,
  form = /^[A-Za-z0-9]{1,128}$/,
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return typeof found === 'string' && form.test(found) ? found : undefined
}
