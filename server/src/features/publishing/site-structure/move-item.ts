import { positionAmong } from '@lectern/content/tree/positions.ts'
import {
  siteStructureLimits,
  type SiteStructurePointer,
} from '@lectern/contract/site-structure.ts'

import { notFound } from '#/platform/errors/api-error.ts'

import { freePath, takenBySiteSpaces } from './site-paths.ts'
import {
  type Child,
  childrenOf,
  depthOf,
  heightOf,
  isShown,
  lineageOf,
  type SiteSpaceNode,
  siteSpacesOf,
  type SiteTree,
} from './site-tree.ts'
import {
  nextToItself,
  notNeighbours,
  onlyOneOfSection,
  tooDeep,
  unknownPosition,
  wouldContainItself,
} from './structure-errors.ts'
import { withNextDefault } from './tree-defaults.ts'

export interface Position {
  readonly before?: SiteStructurePointer | undefined
  readonly after?: SiteStructurePointer | undefined
  /** Set for callers who are not shown links: there may be some between the two neighbours. */
  readonly passesLinks?: boolean
}

/**
 * The tree after a move of one part; refuses parts and positions that the caller cannot see, or
 * that cannot be.
 */
export function moveItem(
  tree: SiteTree,
  item: SiteStructurePointer,
  position: Position,
): SiteTree {
  return item.type === 'site-space'
    ? moveSiteSpaceNode(tree, item, position)
    : moveChild(tree, item, position)
}

function moveSiteSpaceNode(
  tree: SiteTree,
  item: SiteStructurePointer,
  position: Position,
): SiteTree {
  const moved = tree.siteSpaces.find(({ id, isShown: shown }) => id === item.id && shown)
  if (moved === undefined) throw notFound(item.type, item.id)
  const target = siteSpacePlace(tree, moved, position)
  const isElsewhere = target !== moved.sectionId
  if (isElsewhere && siteSpacesOf(tree, moved.sectionId).length === 1) {
    throw onlyOneOfSection(moved.id)
  }
  const siblings = siteSpacesOf(tree, target)
    .filter(({ id }) => id !== moved.id)
    .map((node) => ({ ...node, type: 'site-space' as const }))
  const index = indexBetween(siblings, item, position)
  const placed = positionAmong(siblings, index)
  const left = isElsewhere ? withNextDefault(tree, moved) : tree
  return {
    ...left,
    siteSpaces: left.siteSpaces.map((node) => {
      if (node.id !== moved.id) return repositioned(node, placed.moved)
      const taken = takenBySiteSpaces(tree, target, node.id)
      const path = taken.has(node.path) ? freePath(node.path, taken) : node.path
      return { ...node, sectionId: target, path, position: placed.position }
    }),
  }
}

/** The section of the neighbours; without neighbours a site-space stays in its own. */
function siteSpacePlace(
  tree: SiteTree,
  moved: SiteSpaceNode,
  { before, after }: Position,
): string | null {
  const neighbour = before ?? after
  if (neighbour === undefined) return moved.sectionId
  const found = tree.siteSpaces.find(({ id }) => id === neighbour.id)
  if (neighbour.type !== 'site-space' || found === undefined || !found.isShown) {
    throw unknownPosition(neighbour)
  }
  return found.sectionId
}

function moveChild(
  tree: SiteTree,
  item: SiteStructurePointer,
  position: Position,
): SiteTree {
  const moved = findChild(tree, item)
  if (moved === undefined) throw notFound(item.type, item.id)
  const neighbour = position.before ?? position.after
  const parentId = neighbour === undefined ? parentOf(moved) : placeOf(tree, neighbour)
  if (moved.type === 'site-section-group') requireRoom(tree, moved.node.id, parentId)
  const siblings = shownChildren(tree, parentId).filter(({ id }) => id !== item.id)
  return placeChild(tree, item, parentId, indexBetween(siblings, item, position))
}

/** Places a section, group or link at an index among the other children of a parent. */
export function placeChild(
  tree: SiteTree,
  { id }: Pick<SiteStructurePointer, 'id'>,
  parentId: string | null,
  index: number,
): SiteTree {
  const siblings = shownChildren(tree, parentId).filter((sibling) => sibling.id !== id)
  const { position, moved } = positionAmong(siblings, index)
  return {
    ...tree,
    sections: tree.sections.map((node) =>
      node.id === id
        ? { ...node, groupId: parentId, position }
        : repositioned(node, moved),
    ),
    groups: tree.groups.map((node) =>
      node.id === id ? { ...node, parentId, position } : repositioned(node, moved),
    ),
    links: tree.links.map((node) =>
      node.id === id
        ? { ...node, groupId: parentId, position }
        : repositioned(node, moved),
    ),
  }
}

/** Refuses a group inside itself, or groups nested too deep. */
export function requireRoom(
  tree: SiteTree,
  groupId: string,
  parentId: string | null,
): void {
  if (lineageOf(tree, parentId).includes(groupId)) throw wouldContainItself(groupId)
  const { groupDepthMax } = siteStructureLimits
  if (depthOf(tree, parentId) + heightOf(tree, groupId) > groupDepthMax) {
    throw tooDeep(groupDepthMax)
  }
}

function placeOf(tree: SiteTree, neighbour: SiteStructurePointer): string | null {
  const found = findChild(tree, neighbour)
  if (found === undefined) throw unknownPosition(neighbour)
  return parentOf(found)
}

function findChild(
  tree: SiteTree,
  { type, id }: SiteStructurePointer,
): Child | undefined {
  if (type === 'site-section') {
    const node = tree.sections.find((section) => section.id === id)
    return node === undefined || !isShown(tree, node) ? undefined : { type, node }
  }
  if (type === 'site-external-link') {
    const node = tree.links.find((link) => link.id === id)
    return node === undefined ? undefined : { type, node }
  }
  if (type !== 'site-section-group') return undefined
  const node = tree.groups.find((group) => group.id === id)
  return node === undefined ? undefined : { type, node }
}

function parentOf({ type, node }: Child): string | null {
  return type === 'site-section-group' ? node.parentId : node.groupId
}

interface Sibling {
  readonly type: SiteStructurePointer['type']
  readonly id: string
  readonly position: string
  readonly isShown: boolean
}

function shownChildren(tree: SiteTree, parentId: string | null): readonly Sibling[] {
  return childrenOf(tree, parentId).map(({ type, node }) => ({
    type,
    id: node.id,
    position: node.position,
    isShown: type !== 'site-section' || isShown(tree, node),
  }))
}

/**
 * The index between two neighbours, which the caller sees side by side; hidden parts between them
 * are allowed.
 */
function indexBetween(
  siblings: readonly Sibling[],
  item: SiteStructurePointer,
  { before, after, passesLinks = false }: Position,
): number {
  const next = before && findSibling(siblings, item, before)
  const previous = after && findSibling(siblings, item, after)
  if (next !== undefined && previous !== undefined) {
    const seen = siblings.filter(
      ({ isShown: shown, type }) =>
        shown && !(passesLinks && type === 'site-external-link'),
    )
    if (seen.indexOf(next) !== seen.indexOf(previous) + 1) {
      throw notNeighbours(next.id, previous.id)
    }
  }
  if (next !== undefined) return siblings.indexOf(next)
  return previous === undefined ? siblings.length : siblings.indexOf(previous) + 1
}

function findSibling(
  siblings: readonly Sibling[],
  item: SiteStructurePointer,
  pointer: SiteStructurePointer,
): Sibling {
  if (pointer.id === item.id) throw nextToItself(item.id)
  const found = siblings.find(
    ({ id, type, isShown: shown }) => id === pointer.id && type === pointer.type && shown,
  )
  if (found === undefined) throw unknownPosition(pointer)
  return found
}

function repositioned<Node extends { readonly id: string; readonly position: string }>(
  node: Node,
  moved: ReadonlyMap<string, string>,
): Node {
  const position = moved.get(node.id)
  return position === undefined ? node : { ...node, position }
}
