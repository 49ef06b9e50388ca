import type { Kind } from './kill9-journal.ts'
import type { Client } from './kill9-world.ts'
import type { Asking, Owned, Plan, Write } from './kill9-writes.ts'

const ownedMax = { page: 12, file: 6 }
const unknownPage = 'nobodynobodynobody00'

/** A page says its title in its text, so that half of a write cannot pass for all of it. */
const textOf = (title: string) => `Text of ${title}.\n`
export const bytesOf = (name: string) => `Bytes of ${name}.`

const insertPage: Plan = ({ client, has, random, n }) =>
  has.page.size >= ownedMax.page
    ? undefined
    : pageWrite(client, { title: `p${n}`, folder: random.pick(client.folders) })

/** Another title, another text and, mostly, another place, all at once. */
const changePage: Plan = (asking) =>
  owned(asking, 'page', ({ id }) => {
    const { client, random, n } = asking
    return pageWrite(client, { id, title: `p${n}`, folder: random.pick(client.folders) })
  })

const deletePage: Plan = (asking) =>
  owned(asking, 'page', ({ id }) =>
    asking.has.page.size < ownedMax.page / 2
      ? undefined
      : edit(asking.client, 'page', {
          object: id,
          value: null,
          changes: [{ operation: 'delete_page', page: id }],
        }),
  )

const insertFile: Plan = ({ client, has, n }) => {
  if (has.file.size >= ownedMax.file) return undefined
  const name = `f${n}.txt`
  return edit(client, 'file', {
    value: name,
    changes: [{ operation: 'insert_files', files: [{ name, base64: encoded(name) }] }],
  })
}

const changeFile: Plan = (asking) =>
  owned(asking, 'file', ({ id }) => {
    const name = `f${asking.n}.txt`
    return edit(asking.client, 'file', {
      object: id,
      value: name,
      changes: [{ operation: 'update_file', file: id, name, base64: encoded(name) }],
    })
  })

const deleteFile: Plan = (asking) =>
  owned(asking, 'file', ({ id }) =>
    edit(asking.client, 'file', {
      object: id,
      value: null,
      changes: [{ operation: 'delete_file', file: id }],
    }),
  )

const pageAsReader: Plan = (asking) => {
  const { client, random, n } = asking
  const page = { title: `refused${n}`, folder: random.pick(client.folders) }
  const write = pageWrite(client, page)
  return { ...write, token: client.readerToken, isForbidden: true }
}

/** The first change could be made; because of the second none may. */
const withUnknownPage: Plan = ({ client, random, n }) => {
  const write = pageWrite(client, {
    title: `half${n}`,
    folder: random.pick(client.folders),
  })
  const changes = [...write.body.changes, { operation: 'delete_page', page: unknownPage }]
  return { ...write, body: { changes }, isForbidden: true }
}

const afterOldRevision: Plan = (asking) =>
  owned(asking, 'page', ({ id }) => {
    const { client, random, n } = asking
    const folder = random.pick(client.folders)
    return {
      ...pageWrite(client, { id, title: `stale${n}`, folder }),
      headers: { 'if-match': '"1"' },
      isForbidden: true,
    }
  })

export const contentPlans: readonly Plan[] = [
  ...Array.from({ length: 4 }, () => changePage),
  ...Array.from({ length: 3 }, () => insertPage),
  deletePage,
  insertFile,
  changeFile,
  deleteFile,
  pageAsReader,
  withUnknownPage,
  afterOldRevision,
]

interface Page {
  readonly id?: string
  readonly title: string
  readonly folder: string
}

function pageWrite(client: Client, { id, title, folder }: Page) {
  const document = { markdown: textOf(title) }
  const into = folder === '' ? null : folder
  const changes =
    id === undefined
      ? [{ operation: 'insert_page', title, document, into }]
      : [
          { operation: 'update_page', page: id, title, document },
          { operation: 'move_page', page: id, into },
        ]
  const value = `${title}@${folder}`
  return edit(client, 'page', { ...(id !== undefined && { object: id }), value, changes })
}

function edit(
  client: Client,
  kind: Kind,
  write: Pick<Write, 'value' | 'object'> & { changes: readonly object[] },
) {
  const { changes, ...of } = write
  return {
    ...of,
    kind,
    token: client.token,
    isForbidden: false,
    isAudited: true,
    method: 'POST',
    path: `/spaces/${client.spaceId}/content`,
    body: { changes },
  } as const
}

function encoded(name: string): string {
  return Buffer.from(bytesOf(name)).toString('base64')
}

function owned(
  { has, random }: Asking,
  kind: 'page' | 'file',
  make: (thing: Owned) => Write | undefined,
): Write | undefined {
  const all = [...has[kind].values()]
  return all.length === 0 ? undefined : make(random.pick(all))
}
