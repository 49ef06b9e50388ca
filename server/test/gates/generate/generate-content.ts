import { call, type Making, type Things } from './generate-call.ts'
import { type Target, targetOf } from './generate-schema.ts'

interface Made {
  readonly revision: string
  readonly changes: readonly {
    readonly page?: string
    readonly documentId?: string
    readonly reusableContent?: string
  }[]
  readonly insertedFiles?: readonly { readonly id: string }[]
}

/** What stands in a space: of each kind one that stays and one that goes again. */
export async function makeContent(
  making: Making,
  spaceId: string,
): Promise<{ things: Things; deleted: Things }> {
  const things = thingsIn(await write(making, spaceId, insertions(making.canary)))
  const deleted = thingsIn(
    await write(making, spaceId, insertions(`${making.canary} gone`)),
  )
  const { page = '', file = '', reusableContent = '' } = deleted
  await write(making, spaceId, [
    { operation: 'delete_page', page },
    { operation: 'delete_file', file },
    { operation: 'delete_reusable_content', reusableContent },
  ])
  return {
    things: { ...things, pagePath: making.canary },
    deleted: { page, file, reusableContent, pagePath: `${making.canary}-gone` },
  }
}

function insertions(canary: string): readonly object[] {
  // Of the links one leads to the file, and the other to the page that goes again.
  const links = `[file](/.gitbook/assets/${canary}.txt), [page](/${canary}-gone.md)`
  const document = { markdown: `Text ${canary}, ${links}.\n` }
  const base64 = Buffer.from(canary).toString('base64')
  return [
    { operation: 'insert_page', title: canary, document },
    { operation: 'insert_reusable_content', title: canary, document },
    { operation: 'insert_files', files: [{ base64, name: `${canary}.txt` }] },
    { operation: 'set_variables', variables: { canary } },
  ]
}

async function write(
  making: Making,
  spaceId: string,
  changes: readonly object[],
): Promise<Made> {
  const { body } = await call(
    making,
    targetOf('updateSpaceContent'),
    { spaceId },
    { changes },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation above
  return body as Made
}

function thingsIn({ revision, changes, insertedFiles = [] }: Made): Things {
  const found: Record<string, string | undefined> = {
    revision,
    page: changes.find(({ page }) => page !== undefined)?.page,
    document: changes.find(({ documentId }) => documentId !== undefined)?.documentId,
    reusableContent: changes.find((each) => each.reusableContent !== undefined)
      ?.reusableContent,
    file: insertedFiles[0]?.id,
  }
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, id]) => (id === undefined ? [] : [[kind, id]])),
  )
}

/** A comment on a space with a reply, and both once more to be deleted. */
export async function makeComments(
  making: Making,
  spaceId: string,
  changeRequestId: string,
): Promise<{ things: Things; deleted: Things }> {
  const inRequest = await discuss(making, { spaceId, changeRequestId })
  const things = {
    ...(await discuss(making, { spaceId })),
    'comment of change request': inRequest['comment'] ?? '',
    'commentReply of change request': inRequest['commentReply'] ?? '',
  }
  const deleted = await discuss(making, { spaceId })
  const { comment: commentId = '', commentReply: commentReplyId = '' } = deleted
  const of = { spaceId, commentId }
  await call(making, targetOf('deleteCommentReplyInSpace'), { ...of, commentReplyId })
  await call(making, targetOf('deleteCommentInSpace'), of)
  return { things, deleted }
}

async function discuss(
  making: Making,
  place: { readonly spaceId: string; readonly changeRequestId?: string },
): Promise<Things> {
  const body = { body: { markdown: `Said ${making.canary}.` } }
  const post = async (target: Target, params: Record<string, string>) => {
    const made = await call(making, target, params, body)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of both operations
    return (made.body as { id: string }).id
  }
  const isOfRequest = place.changeRequestId !== undefined
  const where = isOfRequest ? 'InChangeRequest' : 'InSpace'
  const commentId = await post(targetOf(`postComment${where}`), { ...place })
  const reply = await post(targetOf(`postCommentReply${where}`), { ...place, commentId })
  return { comment: commentId, commentReply: reply }
}

/** A file that waits to be imported. */
export async function makeUpload(making: Making): Promise<string> {
  const bytes = Buffer.from(`# ${making.canary}\n`)
  const type = 'text/markdown'
  const { body } = await call(
    making,
    targetOf('generateStorageUploadURL'),
    {},
    { file: { name: 'page.md', type, size: bytes.length }, kind: 'import_file' },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of the operation above
  const { key } = body as { key: string }
  const about = { contentType: type, sizeBytes: bytes.length }
  await making.storage.put(key, bytes, about)
  return key
}

/** People and teams that were given access, the guest among them. */
export async function giveAccess(
  making: Pick<Making, 'wire' | 'organizationId' | 'adminToken'>,
  { space = '', collection = '', site = '', team = '', user = '' }: Things,
  users: readonly string[],
): Promise<void> {
  const body = { role: 'read', teams: [team], ...(users.length > 0 && { users }) }
  await call(making, targetOf('inviteToSpace'), { spaceId: space }, body)
  const onSite = { ...body, users: [...users, user] }
  await call(making, targetOf('inviteToSite'), { siteId: site }, onSite)
  // Who manages access sees who has it, even as a guest.
  const managing = { ...body, role: 'admin' }
  const collectionId = collection
  await call(making, targetOf('inviteToCollection'), { collectionId }, managing)
}
