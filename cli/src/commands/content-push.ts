import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { isMarkdown } from '@lectern/content/repository/paths.ts'
import type { ImportRun } from '@lectern/contract/imports.ts'
import type { Space } from '@lectern/contract/spaces.ts'
import { uploadBytesMax } from '@lectern/contract/storage.ts'

import { type Answer, command, type Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'
import {
  describeBytes,
  describeCount,
  describeProblems,
  describePush,
  describeSkipped,
} from '#/push/describe-push.ts'
import { cancelImport, followImport, type OfRun } from '#/push/follow-import.ts'
import { packFiles } from '#/push/pack-files.ts'
import { uploadArchive } from '#/push/upload-archive.ts'
import { type FoundFiles, walkFolder } from '#/push/walk-folder.ts'

type Mode = 'mirror' | 'add'

export const contentPush = command({
  about: [
    'Uploads a folder of Markdown files, as one archive, and imports it as one revision.',
    'A page that was pushed before from the same path keeps its id. SUMMARY.md, .gitbook.yaml',
    'and .gitbook/ mean what they mean in a Git repository. Hidden files and folders,',
    'node_modules and symbolic links are left out.',
  ],
  argument: { name: 'folder', description: 'What to push' },
  options: {
    space: { description: 'The space to push to', value: '<id>', required: true },
    mode: {
      description:
        'mirror makes the space what the folder is, and removes what is not in it; add only adds (mirror)',
      value: '<mode>',
      choices: ['mirror', 'add'],
    },
  },
  example: 'lectern content push docs --space <id>',
  async run({ space: spaceId, mode }, session, folder) {
    const { client, signal } = session
    const startedMs = performance.now()
    const found = await lookThrough(folder, session)
    const space = await client.call('getSpaceById', { params: { spaceId }, signal })
    requireWritable(space)
    const key = await sendFiles(found, space, session)
    const run = await importUpload(space, { key, mode: modeOf(mode) }, session)
    requireCompleted(run)
    const seconds = (performance.now() - startedMs) / 1000
    return answer(space, run, { seconds, found })
  },
})

function modeOf(given: string | undefined): Mode {
  return given === 'add' ? 'add' : 'mirror'
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

/** The server would say so too, but only after everything was uploaded. */
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

/** Packs the files and uploads them; answers the key of the upload. */
async function sendFiles(
  { files }: FoundFiles,
  space: Space,
  { client, output, signal }: Session,
): Promise<string> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-push-'))
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

async function importUpload(
  space: Space,
  { key, mode }: { readonly key: string; readonly mode: Mode },
  session: Session,
): Promise<ImportRun> {
  const organizationId = space.organization
  // Not interrupted: whether it has begun would not be known, and so it could not be cancelled.
  const begun = await session.client.call('startImportRun', {
    params: { organizationId },
    body: {
      source: { type: 'file', files: [key] },
      target: { space: space.id, mode },
    },
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
  const said =
    run.status === 'cancelled'
      ? `The import ${run.id} was cancelled, and the space is as it was.`
      : `The import ${run.id} failed, and the space is as it was. ${run.failure ?? ''}`
  throw new Refusal(
    `import_${run.status}`,
    [said.trimEnd(), ...describeProblems(run.problems)].join('\n'),
    { facts: { run } },
  )
}

function answer(
  space: Space,
  run: ImportRun,
  { seconds, found }: { readonly seconds: number; readonly found: FoundFiles },
): Answer {
  const { id, title, urls } = space
  return {
    json: {
      space: { id, title, urls },
      files: found.files.length,
      skipped: found.skipped,
      seconds,
      run,
    },
    lines: describePush(space, run, seconds),
  }
}
