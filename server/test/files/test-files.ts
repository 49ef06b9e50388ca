import { hashToken } from '#/access/api-token.ts'
import { newId } from '#/platform/ids/new-id.ts'
import type { SampleName } from '#test/sample.ts'
import type { TestApi } from '#test/test-api.ts'

import { fileUrl } from '#/features/writing/files/file-url.ts'
import { keepFiles } from '#/features/writing/files/keep-files.ts'
import {
  type FileSource,
  storeFile,
  type StoredObject,
} from '#/features/writing/files/store-file.ts'

/** A space with its main branch and nothing in it. */
export async function makeSpace(
  api: TestApi,
  baseLevel = 'member',
  organizationId = api.organization,
): Promise<string> {
  const id = newId()
  await api.rows(
    `insert into content_node
       (organization_id, id, kind, title, position, lineage, base_level, created_by)
     values ($1, $2, 'space', 'Space', 'a', array[$2], $3, $4)`,
    [organizationId, id, baseLevel, api.users.admin],
  )
  await api.rows('insert into space (organization_id, id) values ($1, $2)', [
    organizationId,
    id,
  ])
  await api.rows(
    `insert into branch (organization_id, space_id, id, head_number, head_revision_id)
     values ($1, $2, $2, 1, $3)`,
    [organizationId, id, newId()],
  )
  await api.rows(
    `insert into directory (id, kind, organization_id) values ($1, 'space', $2)`,
    [id, organizationId],
  )
  return id
}

export async function store(
  api: TestApi,
  spaceId: string,
  source: FileSource,
  { name = 'file', as = 'edit', ...rest }: StoreOptions = {},
): Promise<StoredObject> {
  const caller = {
    userId: api.users[as],
    tokenId: 'test',
    mayWrite: true,
    organizationId: undefined,
  }
  const file = { organizationId: api.organization, spaceId, source, name, ...rest }
  return storeFile({ ...api.services, caller }, file)
}

interface StoreOptions {
  readonly name?: string
  readonly contentType?: string
  readonly as?: SampleName
}

export async function keep(
  api: TestApi,
  spaceId: string,
  ...objects: readonly StoredObject[]
): Promise<void> {
  const keys = objects.map(({ key }) => key)
  const kept = { organizationId: api.organization, spaceId, keys }
  await api.services.db.transaction(async (tx) => keepFiles(tx, kept))
}

interface NamedVersion {
  readonly fileId?: string
  readonly name?: string
  readonly from?: number
  readonly to?: number | null
}

/** A version of a file as a change of content writes it; gives the id of the file. */
export async function nameInContent(
  api: TestApi,
  spaceId: string,
  object: StoredObject,
  { fileId = newId(), name = 'file', from = 1, to = null }: NamedVersion = {},
): Promise<string> {
  await api.rows(
    `insert into entry_version (organization_id, space_id, branch_id, entry_id, from_number,
       to_number, kind, title, attributes, created_at, updated_at)
     values ($1, $2, $2, $3, $4, $5, 'file', $6, $7, now(), now())`,
    [api.organization, spaceId, fileId, from, to, name, JSON.stringify(object)],
  )
  return fileId
}

/** The URL of a file, at the address where the api of the test really listens. */
export function reachable(api: TestApi, url: string): string {
  return url.replace('http://lectern.test', api.url)
}

/** The URL of a file as a reader of the sample gets it; with `as: null`, as everybody does. */
export function urlOf(
  api: TestApi,
  spaceId: string,
  fileId: string,
  { name = 'file', fileEpoch = 1, as = 'read', token }: UrlOptions = {},
): string {
  const making =
    as === null
      ? api.services
      : {
          ...api.services,
          caller: { fileMark: `u${hashToken(token ?? api.tokens[as])}` as const },
        }
  return reachable(api, fileUrl(making, { spaceId, fileId, fileEpoch, name }))
}

interface UrlOptions {
  readonly name?: string
  readonly fileEpoch?: number
  readonly as?: SampleName | null
  /** Another token that the URL is given to. */
  readonly token?: string
}

/** Stores, keeps and names bytes; gives where they are downloaded. */
export async function publish(
  api: TestApi,
  spaceId: string,
  bytes: Buffer | string,
  about: { name?: string; contentType?: string } = {},
): Promise<string> {
  const object = await store(api, spaceId, { bytes: Buffer.from(bytes) }, about)
  await keep(api, spaceId, object)
  const fileId = await nameInContent(api, spaceId, object, about)
  return urlOf(api, spaceId, fileId, about)
}

interface AskedUpload {
  readonly kind?: string
  readonly type?: string
  readonly as?: SampleName
}

/** Asks for an upload URL and puts the bytes there; gives the key. */
export async function upload(
  api: TestApi,
  bytes: Buffer | string,
  { kind = 'content_file', type = 'image/png', as = 'edit' }: AskedUpload = {},
): Promise<string> {
  const body = Buffer.from(bytes)
  const { url, key } = await askUpload(api, body.length, { kind, type, as })
  const put = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': type },
    body,
  })
  if (put.status !== 200) throw new Error(`${put.status} ${await put.text()}`)
  return key
}

export async function askUpload(
  api: TestApi,
  size: number,
  { kind = 'content_file', type = 'image/png', as = 'edit' }: AskedUpload = {},
): Promise<{ url: string; key: string }> {
  const asked = { file: { name: 'logo.png', type, size }, kind }
  const reply = await api.as(as).post(`/orgs/${api.organization}/storage/upload`, asked)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.body))
  return { url: reachable(api, reply.body.url), key: reply.body.key }
}

/** One transparent pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
