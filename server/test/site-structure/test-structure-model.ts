import type { Pointer } from '#test/test-sites.ts'

interface Section {
  readonly type: 'site-section'
  readonly id: string
  siteSpaces: string[]
  first: string
}
interface Group {
  readonly type: 'site-section-group'
  readonly id: string
  children: Child[]
}
type Child = Section | Group

/** Where something stands: a list that is changed in place. */
interface Place {
  readonly list: (Child | string)[]
  readonly section: Section | undefined
  readonly depth: number
}

const depthMax = 5

/**
 * What a site should consist of, in plain lists without positions or rows. Each method makes a change
 * and says whether the server should have made it.
 */
export class StructureModel {
  top: Child[] = []
  /** Of a site without sections. */
  alone: string[] = []
  first: string | null = null

  sections(children = this.top): Section[] {
    return children.flatMap((child) =>
      child.type === 'site-section' ? child : this.sections(child.children),
    )
  }

  groups(children = this.top): Group[] {
    return children.flatMap((child) =>
      child.type === 'site-section' ? [] : [child, ...this.groups(child.children)],
    )
  }

  siteSpaces(): string[] {
    return [...this.alone, ...this.sections().flatMap((section) => section.siteSpaces)]
  }

  /** In the same words as `shapeOf`. */
  shape(): unknown {
    const sections = this.sections()
    if (sections.length === 0) return this.alone.map((id) => [id, id === this.first])
    return this.#shapeOf(this.top)
  }

  #shapeOf(children: readonly Child[]): unknown[] {
    return children.map((child) =>
      child.type === 'site-section-group'
        ? [child.id, this.#shapeOf(child.children)]
        : [
            child.id,
            child.id === this.first,
            child.siteSpaces.map((id) => [id, id === child.first]),
          ],
    )
  }

  addSection(id: string, siteSpace: string, wrapping: string): void {
    if (this.alone.length > 0) {
      this.top.push(newSection(wrapping, this.alone, this.first ?? ''))
      this.first = wrapping
    } else if (this.sections().length === 0) {
      this.first = id
    }
    this.alone = []
    this.top.push(newSection(id, [siteSpace], siteSpace))
  }

  addSiteSpace(id: string, sectionId: string | undefined): void {
    const sections = this.sections()
    const section = sections.find((each) => each.id === (sectionId ?? this.first))
    if (section !== undefined) {
      section.siteSpaces.push(id)
      return
    }
    this.first ??= id
    this.alone.push(id)
  }

  addGroup(
    id: string,
    parentId: string | undefined,
    sectionIds: readonly string[],
  ): void {
    const group: Group = { type: 'site-section-group', id, children: [] }
    const parent = this.groups().find((each) => each.id === parentId)
    const list = parent?.children ?? this.top
    list.push(group)
    for (const sectionId of sectionIds) this.putIntoGroup(sectionId, id)
  }

  hasRoomFor(parentId: string | undefined): boolean {
    return parentId === undefined || this.#find(parentId).depth + 2 <= depthMax
  }

  putIntoGroup(sectionId: string, groupId: string): void {
    const { list } = this.#find(sectionId)
    const group = this.groups().find((each) => each.id === groupId)
    if (group === undefined || list === group.children) return
    group.children.push(asChild(take(list, sectionId)))
  }

  takeOutOfGroup(sectionId: string, groupId: string): void {
    const group = this.groups().find((each) => each.id === groupId)
    const { list } = this.#find(sectionId)
    if (group === undefined || list !== group.children) return
    const section = take(list, sectionId)
    const around = this.#find(groupId).list
    around.splice(indexIn(around, groupId) + 1, 0, section)
  }

  removeGroup(id: string): void {
    const group = this.groups().find((each) => each.id === id)
    const { list } = this.#find(id)
    list.splice(indexIn(list, id), 1, ...(group?.children ?? []))
  }

  removeSection(id: string): void {
    const ids = this.sections().map((section) => section.id)
    if (this.first === id) this.first = following(ids, id)
    take(this.#find(id).list, id)
  }

  removeSiteSpace(id: string): void {
    const { list, section } = this.#find(id)
    if (section !== undefined && list.length === 1) this.removeSection(section.id)
    else this.#leave(id)
  }

  /** Whether the move is possible; then it is made. */
  move(item: Pointer, before: Pointer | undefined, after: Pointer | undefined): boolean {
    const from = this.#find(item.id)
    const target = this.#targetOf(
      item,
      [before, after].flatMap((each) => each ?? []),
    )
    if (target === undefined || !this.#canStandIn(item, from, target)) return false
    const rest = target.list.filter((entry) => idOf(entry) !== item.id)
    const next = before && indexIn(rest, before.id)
    const previous = after && indexIn(rest, after.id)
    const index = next ?? (previous === undefined ? rest.length : previous + 1)
    if (previous !== undefined && index !== previous + 1) return false
    const isElsewhere = target.list !== from.list
    const entry =
      item.type === 'site-space' && isElsewhere
        ? this.#leave(item.id)
        : take(from.list, item.id)
    target.list.splice(index, 0, entry)
    return true
  }

  /** Where the neighbours are, which must be of its kind and in one place; without any, where it is. */
  #targetOf(item: Pointer, neighbours: readonly Pointer[]): Place | undefined {
    const isSpace = item.type === 'site-space'
    const fit = neighbours.every(
      ({ id, type }) => id !== item.id && (type === 'site-space') === isSpace,
    )
    if (!fit) return undefined
    const [place = this.#find(item.id), other = place] = neighbours.map(({ id }) =>
      this.#find(id),
    )
    return place.list === other.list ? place : undefined
  }

  #canStandIn(item: Pointer, from: Place, target: Place): boolean {
    if (item.type === 'site-space') {
      return target.list === from.list || from.list.length > 1
    }
    if (item.type === 'site-section') return true
    const group = this.groups().find(({ id }) => id === item.id)
    if (group === undefined) return false
    const inside = [group, ...this.groups(group.children)]
    const isInside = inside.some(({ children }) => children === target.list)
    return !isInside && target.depth + heightOf(group) <= depthMax
  }

  /** Takes a site-space out of where it is, whose default is then the next one. */
  #leave(id: string): string {
    const { list, section } = this.#find(id)
    const next = following(list.map(idOf), id)
    if (section === undefined) this.first = this.first === id ? next : this.first
    else if (section.first === id) section.first = next ?? ''
    take(list, id)
    return id
  }

  #find(id: string): Place {
    const found = [...this.#places()].find(({ list }) => indexIn(list, id) !== -1)
    if (found === undefined) throw new Error(`The model has no ${id}`)
    return found
  }

  *#places(children = this.top, depth = 0): Generator<Place> {
    yield { list: children, section: undefined, depth }
    if (depth === 0) yield { list: this.alone, section: undefined, depth }
    for (const child of children) {
      if (child.type === 'site-section-group') {
        yield* this.#places(child.children, depth + 1)
      } else {
        yield { list: child.siteSpaces, section: child, depth }
      }
    }
  }
}

function newSection(id: string, siteSpaces: string[], first: string): Section {
  return { type: 'site-section', id, siteSpaces, first }
}

function heightOf({ children }: Group): number {
  const heights = children.map((child) =>
    child.type === 'site-section' ? 0 : heightOf(child),
  )
  return 1 + Math.max(0, ...heights)
}

function idOf(entry: Child | string): string {
  return typeof entry === 'string' ? entry : entry.id
}

function indexIn(list: readonly (Child | string)[], id: string): number {
  return list.findIndex((entry) => idOf(entry) === id)
}

function take(list: (Child | string)[], id: string): Child | string {
  const [taken] = list.splice(indexIn(list, id), 1)
  if (taken === undefined) throw new Error(`The model has no ${id} here`)
  return taken
}

function asChild(entry: Child | string): Child {
  if (typeof entry === 'string') throw new Error('A site-space is in no group')
  return entry
}

function following(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id)
  return ids[index + 1] ?? ids.find((other) => other !== id) ?? null
}
