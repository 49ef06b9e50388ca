import { hash } from 'node:crypto'

import {
  type Claims,
  visitorConditions,
} from '@lectern/content/expressions/conditions.ts'

import type { SiteTree } from '#/features/publishing/site-structure/public.ts'

export type { Claims }

/** The part of a site that visitors with some claims see. */
export interface VisiblePart {
  readonly tree: SiteTree
  readonly spaceIds: ReadonlySet<string>
  readonly siteSpaceIds: ReadonlySet<string>
  readonly audience: string
  readonly claims: Claims
}

/**
 * The part of a site for visitors with these claims: without drafts, without parts whose condition
 * does not hold, and without sections and groups left empty.
 */
export function visiblePart(tree: SiteTree, claims: Claims): VisiblePart {
  const holds = conditionsFor(claims)
  const open = tree.sections.filter(({ condition }) => holds(condition))
  const openIds = new Set<string | null>(open.map(({ id }) => id))
  const hasSections = tree.sections.length > 0
  const siteSpaces = tree.siteSpaces.filter(
    ({ isLive, sectionId, condition }) =>
      isLive && (hasSections ? openIds.has(sectionId) : true) && holds(condition),
  )
  const filled = new Set(siteSpaces.map(({ sectionId }) => sectionId))
  const sections = open.filter(({ id }) => filled.has(id))
  const links = tree.links.filter(({ draft, condition }) => !draft && holds(condition))
  const inGroups = [...sections, ...links]
  const groups = tree.groups.filter(({ id }) => hasPartBelow(tree, inGroups, id))
  return {
    tree: { ...tree, sections, links, siteSpaces, groups },
    spaceIds: new Set(siteSpaces.map(({ spaceId }) => spaceId)),
    siteSpaceIds: new Set(siteSpaces.map(({ id }) => id)),
    audience: audienceOf(claims),
    claims,
  }
}

/**
 * The key of an audience, equal for visitors with equal claims. Expressions may appear on any page,
 * so every claim that the schema of a site allows can decide what is shown.
 */
function audienceOf(claims: Claims): string {
  const { unsigned, ...signed } = claims
  const isEmpty = Object.keys(signed).length === 0 && isEmptyObject(unsigned)
  if (isEmpty) return ''
  return hash('sha256', canonical(claims), 'base64url').slice(0, 22)
}

/**
 * The test of conditions for these claims; one that cannot be evaluated does not hold, an empty one
 * always does.
 */
export function conditionsFor(claims: Claims): (condition: string | null) => boolean {
  const holds = visitorConditions(claims)
  return (condition) => condition === null || condition.trim() === '' || holds(condition)
}

/** The test of conditions for visitors of whom nothing is known. */
export const holdsForAll = conditionsFor({})

function hasPartBelow(
  tree: SiteTree,
  parts: readonly { readonly groupId: string | null }[],
  groupId: string,
): boolean {
  return (
    parts.some((part) => part.groupId === groupId) ||
    tree.groups.some(
      ({ id, parentId }) => parentId === groupId && hasPartBelow(tree, parts, id),
    )
  )
}

function isEmptyObject(value: unknown): boolean {
  return value === undefined || (isObject(value) && Object.keys(value).length === 0)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON in which equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part)
      ? Object.fromEntries(
          Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))),
        )
      : part,
  )
}
