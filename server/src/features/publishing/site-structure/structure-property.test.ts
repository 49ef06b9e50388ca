import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import { StructureModel } from '#test/site-structure/test-structure-model.ts'
import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { nodesOf } from '#test/test-nodes.ts'
import { type Pointer, sitesOf, type TestSite } from '#test/test-sites.ts'

const commandsPerSeed = 250

describe('the structure of a site under many changes', () => {
  let api: TestApi
  let spaces: string[]
  before(async () => {
    api = await startTestApi()
    const titles = ['Docs', 'API', 'docs', 'v1', 'Über uns']
    spaces = await Promise.all(titles.map(async (title) => nodesOf(api).space({ title })))
  })
  after(async () => api.stop())

  for (const seed of [1, 2, 3]) {
    it(`is what a plain model says after each of ${commandsPerSeed} commands (seed ${seed})`, async () => {
      const site = await sitesOf(api)()
      const run = new Run(api, site, spaces, seed)
      for (let number = 1; number <= commandsPerSeed; number += 1) {
        const command = await run.step()
        const { structure } = await site.structure()
        const where = `seed ${seed}, command ${number}: ${command}`
        assert.deepEqual(shapeOf(structure), run.model.shape(), where)
        requireDistinctPaths(structure, where)
      }
      assert.deepEqual([...run.kinds].toSorted(), Object.keys(run.commands).toSorted())
      assert.ok(run.refused > 5 && run.done > commandsPerSeed / 2)
    })
  }
})

/** The ids of all parts in their order, and which of them are defaults. */
function shapeOf(parts: readonly TestBody[]): unknown[] {
  return parts.map(({ object, id, default: isDefault, siteSpaces, children }) => {
    if (object === 'site-space') return [id, isDefault]
    return object === 'site-section'
      ? [id, isDefault, shapeOf(siteSpaces)]
      : [id, shapeOf(children)]
  })
}

function requireDistinctPaths(parts: readonly TestBody[], where: string): void {
  const sections = sectionsIn(parts)
  const paths = sections.map(({ path }) => path)
  assert.equal(new Set(paths).size, paths.length, where)
  for (const { siteSpaces } of sections) {
    const inside: string[] = siteSpaces.map(({ path }: TestBody) => path)
    assert.equal(new Set([...inside, ...paths]).size, inside.length + paths.length, where)
  }
}

function sectionsIn(parts: readonly TestBody[]): TestBody[] {
  return parts.flatMap((part) => {
    if (part.object === 'site-section-group') return sectionsIn(part.children)
    return part.object === 'site-section' ? [part] : []
  })
}

/** Sends random commands, and repeats the successful ones on the model. */
class Run {
  readonly model = new StructureModel()
  readonly kinds = new Set<string>()
  readonly #api: TestApi
  readonly #site: TestSite
  readonly #spaces: readonly string[]
  #state: number
  done = 0
  refused = 0

  constructor(api: TestApi, site: TestSite, spaces: readonly string[], seed: number) {
    this.#api = api
    this.#site = site
    this.#spaces = spaces
    this.#state = seed * 7919
  }

  async step(): Promise<string> {
    const names = Object.entries(this.commands)
    const [name, command] = this.#pick(names) ?? ['', async () => '']
    this.kinds.add(name)
    const sent = await command()
    this.done += 1
    return `${name} ${sent}`
  }

  readonly commands: Readonly<Record<string, () => Promise<string>>> = {
    addSiteSpace: async () => this.#addSiteSpace(),
    addSection: async () => this.#addSection(),
    addGroup: async () => this.#addGroup(),
    sortSiteSpace: async () => this.#sort('site-space'),
    sortSection: async () => this.#sort('site-section'),
    sortGroup: async () => this.#sort('site-section-group'),
    sortAnything: async () => this.#sort(),
    putIntoGroup: async () => this.#putIntoGroup(),
    takeOutOfGroup: async () => this.#takeOutOfGroup(),
    chooseSiteSpace: async () => this.#chooseSiteSpace(),
    chooseSection: async () => this.#chooseSection(),
    removeSiteSpace: async () => {
      const id = this.#pick(this.model.siteSpaces())
      return this.#remove('site-spaces', id, () => this.model.removeSiteSpace(id ?? ''))
    },
    removeSection: async () => {
      const id = this.#random() < 0.5 ? undefined : this.#pickId(this.model.sections())
      return this.#remove('sections', id, () => this.model.removeSection(id ?? ''))
    },
    removeGroup: async () => {
      const id = this.#random() < 0.6 ? undefined : this.#pickId(this.model.groups())
      return this.#remove('section-groups', id, () => this.model.removeGroup(id ?? ''))
    },
  }

  async #addSiteSpace(): Promise<string> {
    const sectionId =
      this.#random() < 0.5 ? this.#pickId(this.model.sections()) : undefined
    const body = { spaceId: this.#pick(this.#spaces), ...(sectionId && { sectionId }) }
    const added = await this.#post('site-spaces', body)
    this.model.addSiteSpace(added.id, sectionId)
    return JSON.stringify(body)
  }

  async #addSection(): Promise<string> {
    const { id, siteSpaces } = await this.#post('sections', {
      spaceId: this.#pick(this.#spaces),
    })
    const { structure } = await this.#site.structure()
    const [wrapped] = this.model.alone
    const wrapping = sectionsIn(structure).find((section) =>
      section.siteSpaces.some((each: TestBody) => each.id === wrapped),
    )
    this.model.addSection(id, siteSpaces[0].id, wrapping?.id ?? '')
    return id
  }

  async #addGroup(): Promise<string> {
    // The last group is often the parent, so that groups reach the depth limit.
    const parents = this.model.groups().slice(this.#random() < 0.6 ? -1 : 0)
    const parent = this.#random() < 0.8 ? this.#pickId(parents) : undefined
    const section = this.#random() < 0.5 ? this.#pickId(this.model.sections()) : undefined
    const sections = section === undefined ? [] : [section]
    const body = { title: 'Group', sections, ...(parent && { parent }) }
    if (!this.model.hasRoomFor(parent)) {
      await this.#refused(
        await this.#admin().post(`${this.#site.path}/section-groups`, body),
      )
      return JSON.stringify(body)
    }
    const { id } = await this.#post('section-groups', body)
    this.model.addGroup(id, parent, sections)
    return JSON.stringify(body)
  }

  async #sort(type?: Pointer['type']): Promise<string> {
    const all = this.#pointers()
    const item = this.#pick(
      all.filter((each) => type === undefined || each.type === type),
    )
    if (item === undefined) return 'nothing'
    const like = all.filter(
      (each) => (each.type === 'site-space') === (item.type === 'site-space'),
    )
    // Most targets are of the right kind, and pairs are often neighbours.
    const one = this.#pick(this.#random() < 0.9 ? like : all)
    const two =
      this.#random() < 0.7 ? like[like.indexOf(one ?? item) + 1] : this.#pick(all)
    const which = Math.floor(this.#random() * 4)
    const next = which === 0 || which === 3 ? two : undefined
    const previous = which === 1 || which === 3 ? one : undefined
    const position = {
      ...(next && { before: next }),
      ...(previous && { after: previous }),
    }
    const reply = await this.#site.sort(item, position)
    const sent = JSON.stringify({ item, position })
    if (this.model.move(item, next, previous)) {
      assert.equal(reply.status, 200, `${sent} ${JSON.stringify(reply.body)}`)
      assert.equal(reply.body.id, item.id)
    } else await this.#refused(reply)
    return sent
  }

  async #putIntoGroup(): Promise<string> {
    const groupId = this.#pickId(this.model.groups())
    const sectionId = this.#pickId(this.model.sections())
    if (groupId === undefined || sectionId === undefined) return 'nothing'
    await this.#post(`section-groups/${groupId}/sections`, { sectionId })
    this.model.putIntoGroup(sectionId, groupId)
    return `${sectionId} into ${groupId}`
  }

  async #takeOutOfGroup(): Promise<string> {
    const group = this.#pick(this.model.groups())
    const id = this.#pickId(
      this.#random() < 0.8 ? (group?.children ?? []) : this.model.sections(),
    )
    if (group === undefined || !this.model.sections().some((each) => each.id === id)) {
      return 'nothing'
    }
    return this.#remove(`section-groups/${group.id}/sections`, id, () =>
      this.model.takeOutOfGroup(id ?? '', group.id),
    )
  }

  async #chooseSiteSpace(): Promise<string> {
    const section = this.#pick(this.model.sections())
    const id = this.#pick(section?.siteSpaces ?? [])
    if (section === undefined || id === undefined) return 'nothing'
    await this.#patch(`/sections/${section.id}`, { defaultSiteSpace: id })
    section.first = id
    return `${id} of ${section.id}`
  }

  async #chooseSection(): Promise<string> {
    const id = this.#pickId(this.model.sections())
    if (id === undefined) return 'nothing'
    await this.#patch('', { defaultSiteSection: id })
    this.model.first = id
    return id
  }

  async #patch(path: string, body: object): Promise<void> {
    const reply = await this.#admin().patch(`${this.#site.path}${path}`, body)
    assert.equal(reply.status, 200, JSON.stringify(reply.body))
  }

  async #remove(
    path: string,
    id: string | undefined,
    inModel: () => void,
  ): Promise<string> {
    if (id === undefined) return 'nothing'
    const reply = await this.#admin().delete(`${this.#site.path}/${path}/${id}`)
    assert.equal(reply.status, 204, JSON.stringify(reply.body))
    inModel()
    return `${path}/${id}`
  }

  async #post(path: string, body: object): Promise<TestBody> {
    const reply = await this.#admin().post(`${this.#site.path}/${path}`, body)
    assert.equal(reply.status, 201, JSON.stringify(reply.body))
    return reply.body
  }

  async #refused({ status, body }: TestBody): Promise<void> {
    assert.equal(status, 400, JSON.stringify(body))
    this.refused += 1
  }

  #admin() {
    return this.#api.as('admin')
  }

  #pointers(): Pointer[] {
    return [
      ...this.model.siteSpaces().map((id): Pointer => ({ type: 'site-space', id })),
      ...this.model.sections().map(({ id, type }): Pointer => ({ type, id })),
      ...this.model.groups().map(({ id, type }): Pointer => ({ type, id })),
    ]
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)]
  }

  #pickId(list: readonly { readonly id: string }[]): string | undefined {
    return this.#pick(list)?.id
  }

  /** A random number from 0 up to 1, the same sequence for the same seed. */
  #random(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) | 0
    return (this.#state >>> 0) / 4_294_967_296
  }
}
