import assert from 'node:assert/strict'

import { nodesOf } from './test-nodes.ts'
import type { TestApi, TestBody, TestCaller, TestReply } from './test-api.ts'

/** A site of the sample's organization, and what is done to its structure over HTTP. */
export interface TestSite {
  readonly id: string
  /** Where its operations are. */
  readonly path: string
  structure(by?: TestCaller): Promise<TestBody>
  /** The titles of everything in it, such as `Guides(Start, More)` for a section with two spaces. */
  outline(by?: TestCaller): Promise<string>
  section(title: string, spaceId?: string): Promise<TestBody>
  siteSpace(title: string, sectionId?: string): Promise<TestBody>
  group(title: string, body?: object): Promise<TestBody>
  sort(item: Pointer, position: object, by?: TestCaller): Promise<TestReply>
}

export interface Pointer {
  readonly type:
    | 'site-space'
    | 'site-section'
    | 'site-section-group'
    | 'site-external-link'
  readonly id: string
}

export const pointerTo = ({ object, id }: TestBody): Pointer => ({ type: object, id })

/** Makes sites over HTTP, by default empty and not published. */
export function sitesOf(api: TestApi) {
  const nodes = nodesOf(api)
  const admin = () => api.as('admin')
  return async (body: object = {}): Promise<TestSite> => {
    const sites = `/orgs/${api.organization}/sites`
    const { id } = created(await admin().post(sites, { title: 'Handbook', ...body }))
    const path = `${sites}/${id}`
    const structure = async (by = admin()) => {
      const reply = await by.get(`${path}/structure`)
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
      return reply.body
    }
    return {
      id,
      path,
      structure,
      outline: async (by) => outlineOf((await structure(by)).structure),
      async section(title, spaceId) {
        const space = spaceId ?? (await nodes.space({ title }))
        return created(await admin().post(`${path}/sections`, { spaceId: space, title }))
      },
      async siteSpace(title, sectionId) {
        const spaceId = await nodes.space({ title })
        const place = sectionId === undefined ? {} : { sectionId }
        return created(await admin().post(`${path}/site-spaces`, { spaceId, ...place }))
      },
      group: async (title, more) =>
        created(await admin().post(`${path}/section-groups`, { title, ...more })),
      sort: async (item, position, by = admin()) =>
        by.patch(`${path}/structure/sort`, { item, position }),
    }
  }
}

/** Groups in brackets, site-spaces of a section in parentheses. */
export function outlineOf(parts: readonly TestBody[]): string {
  return parts
    .map(({ object, title, siteSpaces, children }) => {
      if (object === 'site-space') return title
      return object === 'site-section'
        ? `${title}(${outlineOf(siteSpaces)})`
        : `${title}[${outlineOf(children)}]`
    })
    .join(', ')
}

export const reasonOf = ({ status, body }: TestReply): unknown[] => [
  status,
  body?.error?.reason,
]

export const titlesOf = ({ items }: TestBody): string[] =>
  items.map(({ title }: TestBody) => title)

function created(reply: TestReply): TestBody {
  assert.equal(reply.status, 201, JSON.stringify(reply.body))
  return reply.body
}
