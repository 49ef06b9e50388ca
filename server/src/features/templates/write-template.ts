import { contentWritten } from '#/features/change-requests/public.ts'
import {
  type OfBranch,
  type RevisionToStore,
  shapeOf,
} from '#/features/content/public.ts'
import { pathsOfTree, readHead, writeUnpacked } from '#/features/file-trees/public.ts'
import { indexSpaceSoon } from '#/features/search/public.ts'
import { spaceContentUpdated } from '#/features/spaces/public.ts'
import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'

import { copyTemplate } from './copy-template.ts'
import type { Template } from './load-template.ts'

interface TemplateToWrite {
  readonly branch: OfBranch
  /** The head of the branch, read under its lock. */
  readonly head: RevisionToStore['head']
  readonly template: Template
}

/** Adds the pages of a template behind those that are there, as one revision of any branch. */
export async function writeTemplate(
  tx: Transaction,
  context: Context,
  { branch, head, template }: TemplateToWrite,
): Promise<{ readonly revisionId: string }> {
  const before = await readHead(tx, branch)
  const { fileOf } = pathsOfTree(before)
  const files = [...before.values()].filter(({ kind }) => kind !== 'variables')
  const { unpacked, read } = copyTemplate(template, new Set(files.map(fileOf)))
  const { APP_URL, PUBLIC_URL } = context.config
  const { result } = await writeUnpacked(tx, branch, {
    head,
    before,
    createdBy: context.caller.userId,
    mode: 'add',
    unpacked,
    read,
    appUrls: [APP_URL ?? PUBLIC_URL],
  })
  const { revision: revisionId } = result
  await templateWritten(tx, context, branch, { revisionId, template })
  return { revisionId }
}

/** What the new revision means besides; only the main content is searched. */
async function templateWritten(
  tx: Transaction,
  context: Context,
  { organizationId, spaceId, branchId }: OfBranch,
  // oxlint-disable-next-line max-params -- a transaction, who writes, where, and what
  { revisionId, template }: { readonly revisionId: string; readonly template: Template },
): Promise<void> {
  const of = { organizationId, spaceId }
  const revision = { revisionId, details: { template: template.id } }
  if (!shapeOf({ ...of, branchId }).isMain) {
    await contentWritten(tx, context, { ...of, changeRequestId: branchId }, revision)
    return
  }
  spaceContentUpdated(tx, context, { ...of, ...revision })
  indexSpaceSoon(tx, of)
}
