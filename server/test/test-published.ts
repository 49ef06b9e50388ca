import assert from 'node:assert/strict'

import type { TestApi, TestBody, TestReply } from './test-api.ts'

/** A published site of the sample organization with one space in which there are two pages. */
export interface PublishedScene {
  readonly site: string
  readonly space: string
  readonly host: string
  readonly url: string
}

export async function ok(reply: Promise<TestReply>): Promise<TestBody> {
  const { status, body } = await reply
  assert.ok(status < 300, JSON.stringify(body))
  return body
}

export async function newSpace(
  api: TestApi,
  title: string,
  pages: Readonly<Record<string, string>>,
): Promise<string> {
  const { id } = await ok(
    api.as('admin').post(`/orgs/${api.organization}/spaces`, { title, editMode: 'live' }),
  )
  const changes = Object.entries(pages).map(([name, markdown]) => ({
    operation: 'insert_page',
    title: name,
    document: { markdown },
  }))
  if (changes.length > 0) {
    await ok(api.as('admin').post(`/spaces/${id}/content`, { changes }))
  }
  return id
}

export async function newSite(
  api: TestApi,
  title: string,
  spaces: readonly string[],
  settings: object = {},
): Promise<PublishedScene> {
  const admin = api.as('admin')
  const sites = `/orgs/${api.organization}/sites`
  const { id } = await ok(admin.post(sites, { title, spaces, ...settings }))
  await ok(admin.post(`${sites}/${id}/publish`))
  const { basename } = await ok(admin.get(`${sites}/${id}`))
  const { hostname } = await ok(admin.get(`/orgs/${api.organization}`))
  const host = `${hostname}.localhost`
  const [space = ''] = spaces
  return { site: id, space, host, url: `http://${host}:3001/${basename}/` }
}

/** Resolves a URL as a renderer does. */
export async function resolve(
  api: TestApi,
  url: string,
  more: object = {},
): Promise<TestReply> {
  return api.anonymous().post('/urls/published', { url, ...more })
}

export async function tokenFor(
  api: TestApi,
  url: string,
  more: object = {},
): Promise<string> {
  const { apiToken } = await ok(resolve(api, url, more))
  return apiToken
}
