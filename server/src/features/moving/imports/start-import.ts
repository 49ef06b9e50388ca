import { authorize } from '#/access/actor.ts'
import { contentActorFrom } from '#/access/content-access.ts'
import { shapeOf } from '#/content-store/branches/public.ts'
import { selectEntries } from '#/content-store/entries/public.ts'
import { findToWrite } from '#/features/review/change-requests/public.ts'
import { spaceLocked } from '#/features/writing/content-edits/public.ts'
import { findUpload, useUpload } from '#/features/writing/files/public.ts'
import type { Queryable } from '#/platform/database/queryable.ts'
import { ApiError, invalidRequest, notFound } from '#/platform/errors/api-error.ts'
import { change, type Context } from '#/platform/http/context.ts'
import { operation } from '#/platform/http/operation.ts'
import { Created } from '#/platform/http/outcome.ts'
import { newId } from '#/platform/ids/new-id.ts'
import { enqueue } from '#/platform/jobs/job.ts'

import { isPlaceForPages } from './below-page.ts'
import { findBranch } from './import-branch.ts'
import { importStarted } from './import-events.ts'
import { importWebsite, runImport } from './import-jobs.ts'
import { importPolicy } from './import-policy.ts'
import { countUnfinished, insertImport, selectTarget } from './import-queries.ts'
import { viewImportRun } from './import-view.ts'

export const startImportRun = operation(
  'startImportRun',
  async ({ params: { organizationId }, body: { source, target } }, context) => {
    const { space: spaceId, changeRequest: named, write = 'always', page } = target
    const place = { organizationId, spaceId, named, mayBeLocked: write === 'never' }
    const found = await requireTarget(context.db, context, place)
    if (page !== undefined) await requirePage(context, found, { page, mode: target.mode })
    const keys = source.type === 'file' ? [...new Set(source.files)] : []
    const names = await namesOfUploads(context, organizationId, keys)
    const url = source.type === 'website' ? addressOf(source.url) : null

    return change(context, async (tx) => {
      const into = await requireTarget(tx, context, place)
      for (const key of keys) await useUpload(tx, { organizationId, key })
      const run = { ...into, importRunId: newId(), mode: target.mode ?? 'add' }
      const createdBy = context.caller.userId
      const from = { keys, names, url, pageId: page ?? null }
      const inserted = await tx.first(insertImport, { ...run, ...from, createdBy })
      if (inserted === undefined) throw new Error('The import was not inserted')
      await requireRoom(tx, organizationId)
      const { importRunId } = run
      enqueue(tx, url === null ? runImport : importWebsite, {
        organizationId,
        importRunId,
        write,
      })
      importStarted(tx, context, run)

      const view = viewImportRun(context.config, organizationId, inserted)
      return new Created(view, view.urls.location)
    })
  },
)

/** The most unfinished imports of an organization. */
const unfinishedMax = 50

async function requireRoom(tx: Queryable, organizationId: string): Promise<void> {
  const rowsMax = unfinishedMax + 1
  const unfinished = await tx.first(countUnfinished, { organizationId, rowsMax })
  if ((unfinished?.count ?? 0) <= unfinishedMax) return
  throw new ApiError(
    409,
    'too_many_imports',
    `The organization has ${unfinishedMax} imports that wait or run already. Import again when some of them are done, or cancel some.`,
  )
}

interface Place {
  readonly organizationId: string
  readonly spaceId: string
}

interface Asked extends Place {
  readonly named: string | undefined
  /** Whether nothing is written, which a lock does not stand against. */
  readonly mayBeLocked: boolean
}

/** The target of an import, once the caller's right to write to it is checked. */
async function requireTarget(
  db: Queryable,
  context: Context,
  { named, mayBeLocked, ...place }: Asked,
): Promise<Place & { readonly changeRequestId: string | null }> {
  const { organizationId, spaceId } = place
  const callerId = context.caller.userId
  const found = await db.first(selectTarget, { organizationId, spaceId, callerId })
  const actor = contentActorFrom(found, context, organizationId)
  if (found === undefined || actor === undefined) throw notFound('space', spaceId)
  authorize(importPolicy.run(actor), 'import into this space', 'the edit role on it')
  if (named !== undefined) {
    const { of } = await findToWrite(db, context, { ...place, changeRequestId: named })
    return of
  }
  if (found.edit_mode === 'locked' && !mayBeLocked) throw spaceLocked(spaceId)
  return { ...place, changeRequestId: null }
}

/** Refuses a page that is not there, or cannot have pages below it. */
async function requirePage(
  context: Context,
  { changeRequestId, ...of }: Place & { readonly changeRequestId: string | null },
  { page, mode }: { readonly page: string; readonly mode: string | undefined },
): Promise<void> {
  if (mode === 'mirror') {
    throw invalidRequest(
      'An import that mirrors is about all of the space, so it goes below no page. Leave out "page", or import with the mode "add".',
    )
  }
  const branch = await findBranch(context.db, context, { ...of, changeRequestId })
  const withAncestors = await context.db.many(selectEntries(shapeOf(branch)), {
    ...branch,
    ids: [page],
    withText: [],
  })
  const entry = withAncestors.find(({ id }) => id === page)
  if (entry === undefined || !isPlaceForPages(entry)) throw notFound('page', page)
}

/** The whole address of the start of a website. */
function addressOf(text: string): string {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') {
    throw invalidRequest(
      'The URL of the website cannot be read, or it carries a user name. Give one such as "https://docs.example.com/".',
    )
  }
  url.hash = ''
  return url.href
}

/**
 * The names of the uploads. Refuses one that is incomplete: a request can be refused, while nobody
 * waits for the job.
 */
async function namesOfUploads(
  context: Context,
  organizationId: string,
  keys: readonly string[],
): Promise<string[]> {
  const names: string[] = []
  for (const key of keys) {
    const upload = await findUpload(context, { organizationId, key, kind: 'import_file' })
    const start = await upload.read(1)
    start.destroy()
    names.push(upload.name)
  }
  return names
}
