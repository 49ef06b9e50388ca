import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import * as fc from 'fast-check'

import { startTestApi, type TestApi, type TestBody } from '#test/test-api.ts'
import { createTestSpace, type TestSpace } from '#test/test-edits.ts'
import {
  createTestSpec,
  insertComputed,
  type TestInterface,
  type TestSpec,
} from '#test/test-specs.ts'

const names = ['A', 'B', 'C', 'D'] as const

/** A version: some tags in some order, each with operations that say something of their own. */
const version = fc
  .shuffledSubarray([...names], { minLength: 1 })
  .chain((tags) => fc.tuple(...tags.map((tag) => fc.tuple(fc.constant(tag), fc.nat(2)))))

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('publish' as const), version }) },
  ...(['edit', 'delete', 'move', 'title', 'insert'] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), page: fc.nat(20) }),
  })),
)

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function described(tags: readonly (readonly [string, number])[]): TestInterface {
  return {
    tags: Object.fromEntries(
      tags.map(([tag, said]) => [
        tag,
        { operations: { [`get /${tag}`]: `Says ${said}`, [`put /${tag}`]: 'Same' } },
      ]),
    ),
  }
}

/** What people did that no version may take back. */
interface Kept {
  readonly texts: Map<string, string>
  readonly titles: Map<string, string>
  readonly gone: Set<string>
}

describe('pages of a specification, whatever is done to them', () => {
  let api: TestApi
  let specs = 0
  before(async () => {
    api = await startTestApi()
  })
  after(async () => api.stop())

  const read = async ({ spaceId }: TestSpace, path: string): Promise<TestBody> =>
    (await api.as('read').get(`/spaces/${spaceId}/content${path}`)).body

  const pagesOf = async (space: TestSpace): Promise<TestBody[]> => {
    const inside = (page: TestBody): TestBody[] => [
      page,
      ...(page.pages ?? []).flatMap(inside),
    ]
    return (await read(space, '/pages')).pages.flatMap(inside)
  }

  async function act(
    space: TestSpace,
    spec: TestSpec,
    { kept, step: given }: { kept: Kept; step: Step },
  ): Promise<void> {
    if (given.kind === 'publish') return spec.publish(described(given.version))
    const pages = await pagesOf(space)
    const { id } = pages[given.page % pages.length]
    // The root stays: without it nothing would follow.
    if (id === pages[0]?.id) return undefined
    if (given.kind === 'delete') {
      const below = (page: TestBody): string[] => [page.id, ...page.pages.flatMap(below)]
      const taken = below(pages.find((page) => page.id === id))
      for (const each of taken) kept.gone.add(each)
      await space.edit({ operation: 'delete_page', page: id })
    } else if (given.kind === 'edit') {
      const markdown = `Mine ${given.page}.\n`
      kept.texts.set(id, markdown)
      await space.edit({ operation: 'update_page', page: id, document: { markdown } })
    } else if (given.kind === 'title') {
      kept.titles.set(id, `Title ${given.page}`)
      const title = `Title ${given.page}`
      await space.edit({ operation: 'update_page', page: id, title })
    } else if (given.kind === 'move') {
      await space.edit({ operation: 'move_page', page: id, into: null, at: 0 })
    } else {
      const markdown = `New ${given.page}.\n`
      const inserted = { operation: 'insert_page', title: 'New', into: id }
      const { changes } = await space.edit({ ...inserted, document: { markdown } })
      kept.texts.set(changes[0].page, markdown)
    }
    return undefined
  }

  async function assertKept(space: TestSpace, kept: Kept): Promise<void> {
    const pages = new Map((await pagesOf(space)).map((page) => [page.id, page]))
    for (const id of kept.gone) assert.equal(pages.get(id), undefined, 'deleted')
    for (const [id, markdown] of kept.texts) {
      if (kept.gone.has(id)) continue
      assert.equal((await read(space, `/page/${id}`)).markdown, markdown)
    }
    for (const [id, title] of kept.titles) {
      const page = pages.get(id)
      // A page whose tag is gone goes, unless somebody wrote it or put pages below it.
      if (page !== undefined) assert.equal(page.title, title)
    }
  }

  it('keep what people did, and follow each version once', async () => {
    const property = fc.asyncProperty(
      version,
      fc.array(step, { minLength: 3, maxLength: 8 }),
      async (first, steps) => {
        specs += 1
        const spec = await createTestSpec(api, `any-${specs}`)
        await spec.show(described(first))
        const space = await createTestSpace(api)
        await space.edit(insertComputed(spec.slug))
        const kept = { texts: new Map(), titles: new Map(), gone: new Set<string>() }
        for (const each of steps) {
          await act(space, spec, { kept, step: each })
          await assertKept(space, kept)
        }
        await spec.follow()
        const { id } = await read(space, '')
        await spec.follow()
        assert.equal((await read(space, '')).id, id, 'nothing is left to follow')
        await assertKept(space, kept)
        await assertShown(space, steps.findLast(isPublish)?.version ?? first, kept)
      },
    )
    await fc.assert(property, { numRuns: 25 })
  })

  /** Each tag of the newest version has its page, unless somebody deleted or wrote it. */
  async function assertShown(
    space: TestSpace,
    tags: readonly (readonly [string, number])[],
    kept: Kept,
  ): Promise<void> {
    const pages = await pagesOf(space)
    const bodies = await Promise.all(
      pages.map(async ({ id }) => (await read(space, `/page/${id}`)).markdown ?? ''),
    )
    for (const [tag, said] of tags) {
      const body = bodies.find((text: string) => text.includes(`path="/${tag}"`))
      if (body === undefined) {
        assert.ok(kept.gone.size + kept.texts.size > 0, `${tag} is nowhere`)
      } else {
        assert.ok(body.includes(`Says ${said}`), body)
      }
    }
  }
})

function isPublish(given: Step): given is Extract<Step, { kind: 'publish' }> {
  return given.kind === 'publish'
}
