import type { OfBranch } from '#/content-store/branches/public.ts'
import type { RevisionToStore } from '#/content-store/write/public.ts'
import {
  pathsOfTree,
  readHead,
  writeUnpacked,
} from '#/features/writing/file-trees/public.ts'
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

interface WrittenTemplate {
  readonly revisionId: string
  /** The details of the change for readers of the audit log. */
  readonly details: object
}

/** Adds the pages of a template behind the others, as one revision; the caller records it. */
export async function writeTemplate(
  tx: Transaction,
  context: Context,
  { branch, head, template }: TemplateToWrite,
): Promise<WrittenTemplate> {
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
  return { revisionId: result.revision, details: { template: template.id } }
}
