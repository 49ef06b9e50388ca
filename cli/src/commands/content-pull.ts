import { mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

import { isMarkdown } from '@lectern/content/repository/paths.ts'
import { slugify } from '@lectern/content/tree/slug.ts'
import type { Space } from '@lectern/contract/spaces.ts'

import { type Answer, command, type Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'
import { bold, table } from '#/output.ts'
import { downloadArchive } from '#/pull/download-archive.ts'
import { lookThrough, type PulledFile, unpackInto } from '#/pull/unpack-archive.ts'
import { describeBytes, describeCount } from '#/push/describe-push.ts'

export const contentPull = command({
  about: [
    'Downloads the content of a space as a folder of Markdown files, with the layout of a Git',
    'repository: what content push makes of it is the same content. The folder is made where',
    'it is missing, and called like the space where none is given.',
  ],
  argument: { name: 'space', description: 'The id of the space' },
  optional: { name: 'folder', description: 'Where to put the files' },
  options: {
    force: {
      description:
        'Write into a folder that has something in it: files of the same names are replaced, others stay',
    },
  },
  example: 'lectern content pull <space> docs',
  async run({ force }, session, spaceId, given) {
    const { client, output, signal } = session
    const startedMs = performance.now()
    const space = await client.call('getSpaceById', { params: { spaceId }, signal })
    const folder = given ?? slugify(space.title)
    if (!force) await requireEmpty(folder)
    const files = await inScratch(session, async (archive) => {
      const bytes = await downloadArchive(session, spaceId, archive)
      output.progress.done(`Downloaded ${describeBytes(bytes)}`)
      const found = await lookThrough(archive)
      await unpackInto(folder, archive, {
        signal,
        onFile: (done) => output.progress.at('Unpacking', done, found.length),
      })
      return found
    })
    const seconds = (performance.now() - startedMs) / 1000
    return answer(space, { folder, files, seconds }, session)
  },
})

async function requireEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Refusal(
      'folder_unusable',
      `"${folder}" is no folder that can be read. Name another.`,
      { cause: error },
    )
  })
  if (names.length === 0) return
  throw new Refusal(
    'folder_not_empty',
    `"${folder}" has something in it already, so nothing was written. Name another folder, or say --force to replace files of the same names.`,
  )
}

async function inScratch<Result>(
  { scratchFolder }: Session,
  work: (archive: string) => Promise<Result>,
): Promise<Result> {
  const scratch = await mkdtemp(path.join(scratchFolder, 'lectern-pull-'))
  try {
    return await work(path.join(scratch, 'content.tar.gz'))
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function answer(
  { id, title, urls }: Space,
  pulled: {
    readonly folder: string
    readonly files: readonly PulledFile[]
    readonly seconds: number
  },
  { output }: Session,
): Answer {
  const { folder, files, seconds } = pulled
  output.progress.clear()
  const pages = files.filter((file) => isMarkdown(file.path)).length
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0)
  const facts = [
    ['Markdown', describeCount(pages, 'file')],
    ['Others', describeCount(files.length - pages, 'file')],
    ['Size', describeBytes(sizeBytes)],
    ['Took', `${seconds.toFixed(1)} s`],
  ]
  return {
    json: { space: { id, title, urls }, folder, files: files.length, sizeBytes, seconds },
    lines: [`Pulled ${bold(title)} (${id}) into ${folder}.`, '', ...table(facts)],
  }
}
