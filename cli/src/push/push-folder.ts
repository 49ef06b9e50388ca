import { mkdtemp, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { isMarkdown } from '@lectern/content/repository/paths.ts'
import type { ImportRun } from '@lectern/contract/imports.ts'
import type { Space } from '@lectern/contract/spaces.ts'
import { uploadBytesMax } from '@lectern/contract/storage.ts'

import type { Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'

import {
  describeBytes,
  describeCount,
  describeProblems,
  describeSkipped,
} from './describe-push.ts'
import { cancelImport, followImport, type OfRun, targetOf } from './follow-import.ts'
import { packFiles } from './pack-files.ts'
import { redirectsIn, type WantedRedirect } from './read-redirects.ts'
import { uploadArchive } from './upload-archive.ts'
import { type FoundFiles, walkFolder } from './walk-folder.ts'

export const modeOption = {
  description:
    'mirror makes the content what the folder is, and removes what is not in it; add only adds (mirror)',
  value: '<mode>',
  choices: ['mirror', 'add'],
} as const

export const dryRunOption = {
  description: 'Say what would come of it, and change nothing',
} as const

export const yesOption = {
  description: 'Push even if more than a third of the pages would be removed',
} as const

export interface Pushing {
  readonly folder: string
  readonly spaceId: string
  readonly mode: string | undefined
  readonly isDry: boolean
  /** Whether the user agreed to the removal of most pages. */
  readonly isAgreed: boolean
  /** Returns the id of the change request to push to; called once everything is uploaded. */
  readonly into?: () => Promise<string>
}

export interface Pushed {
  readonly space: Space
  readonly run: ImportRun
  readonly found: FoundFiles
  readonly redirects: readonly WantedRedirect[]
  readonly seconds: number
}

/** Packs a folder, uploads it as one archive and waits until it is imported. */
export async function pushFolder(session: Session, pushing: Pushing): Promise<Pushed> {
  const { client, signal } = session
  const { folder, spaceId, mode, isDry, isAgreed, into } = pushing
  const startedMs = performance.now()
  const found = await lookThrough(folder, session)
  const redirects = await redirectsIn(found)
  const space = await client.call('getSpaceById', { params: { spaceId }, signal })
  requireWritable(space)
  const key = await sendFiles(found, space, session)
  const changeRequest = await into?.()
  const target = {
    space: spaceId,
    mode: mode === 'add' ? ('add' as const) : ('mirror' as const),
    write: writeRule(isDry, isAgreed),
    ...(changeRequest !== undefined && { changeRequest }),
  }
  const run = await importUpload(
    { organization: space.organization, key, target },
    session,
  )
  requireCompleted(run)
  const seconds = (performance.now() - startedMs) / 1000
  return { space, run, found, redirects, seconds }
}

function writeRule(isDry: boolean, isAgreed: boolean): Upload['target']['write'] {
  if (isDry) return 'never'
  return isAgreed ? 'always' : 'careful'
}

async function lookThrough(folder: string, { output }: Session): Promise<FoundFiles> {
  const found = await walkFolder(folder)
  if (!found.files.some((file) => isMarkdown(file.path))) {
    throw new Refusal(
      'nothing_to_push',
      `There is no Markdown file in "${folder}", so nothing was pushed. Is it the folder you mean?`,
    )
  }
  const skipped = describeSkipped(found.skipped)
  if (skipped !== undefined) output.say(skipped)
  return found
}

/** Refuses an unwritable space at once; the server would only after the whole upload. */
function requireWritable({ id, title, deletedAt, permissions }: Space): void {
  if (deletedAt !== undefined) {
    throw new Refusal(
      'space_deleted',
      `The space ${title} is in the trash. Restore it with POST /v1/spaces/${id}/restore, or push to another.`,
    )
  }
  if (permissions.edit) return
  throw new Refusal(
    'forbidden',
    `You may read the space ${title}, not change it: that needs the edit role on it. Ask one of its admins.`,
  )
}

/** Packs the files and uploads them; returns the key of the upload. */
async function sendFiles(
  { files }: FoundFiles,
  space: Space,
  { client, output, scratchFolder, signal }: Session,
): Promise<string> {
  const scratch = await mkdtemp(path.join(scratchFolder, 'lectern-push-'))
  try {
    const archive = path.join(scratch, 'content.tar.gz')
    await packFiles(files, archive, {
      signal,
      onFile: (done) => output.progress.at('Packing', done, files.length),
    })
    const { size } = await stat(archive)
    requireSize(size)
    output.progress.done(
      `Packed ${describeCount(files.length, 'file')} into ${describeBytes(size)}`,
    )
    const key = await uploadArchive({
      client,
      organizationId: space.organization,
      archive,
      sizeBytes: size,
      signal,
      onSent: (bytes) => output.progress.at('Uploading', bytes, size),
    })
    output.progress.done(`Uploaded ${describeBytes(size)}`)
    return key
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function requireSize(bytes: number): void {
  if (bytes <= uploadBytesMax) return
  throw new Refusal(
    'too_large',
    `The folder is ${describeBytes(bytes)} packed, and ${describeBytes(uploadBytesMax)} are the most. Move large files that no page shows out of it.`,
  )
}

interface Upload {
  readonly organization: string
  readonly key: string
  readonly target: {
    readonly space: string
    readonly mode: 'mirror' | 'add'
    readonly write: 'always' | 'careful' | 'never'
    readonly changeRequest?: string
  }
}

async function importUpload(
  { organization: organizationId, key, target }: Upload,
  session: Session,
): Promise<ImportRun> {
  // The start ignores Ctrl-C: an import that may have begun unseen could not be cancelled.
  const begun = await session.client.call('startImportRun', {
    params: { organizationId },
    body: { source: { type: 'file', files: [key] }, target },
  })
  const params: OfRun = { organizationId, importRunId: begun.id }
  try {
    return await followImport(session, params)
  } catch (error) {
    throw session.signal.aborted ? await cancelImport(session, params) : error
  }
}

function requireCompleted(run: ImportRun): void {
  if (run.status === 'completed') return
  if (run.status === 'failed' && run.result !== undefined) throw removesMost(run)
  const target = targetOf(run)
  const said =
    run.status === 'cancelled'
      ? `The import ${run.id} was cancelled, and ${target} is as it was.`
      : `The import ${run.id} failed, and ${target} is as it was. ${run.failure ?? ''}`
  throw new Refusal(
    `import_${run.status}`,
    [said.trimEnd(), ...describeProblems(run.problems)].join('\n'),
    { facts: { run } },
  )
}

/** The refusal of a push that is probably of the wrong folder; a failed import names its reason. */
function removesMost(run: ImportRun): Refusal {
  return new Refusal(
    'removes_most_pages',
    `${run.failure ?? ''} Is it the folder, and the space, that you mean? --dry-run says what would change; say --yes to push it all the same.`,
    { facts: { run } },
  )
}
