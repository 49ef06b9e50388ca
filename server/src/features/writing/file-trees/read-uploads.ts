import { buffer } from 'node:stream/consumers'

import type { Services } from '#/platform/services.ts'
import { threadTask } from '#/platform/threads/threads.ts'

import type { Upload } from './archive.ts'
import { ImportFailure } from './import-failure.ts'
import type { Unpacked, UnpackInput, Unpacking } from './unpack-task.ts'

const unpack = threadTask<UnpackInput, Unpacking>(
  new URL('./unpack-task.ts', import.meta.url),
  'unpack',
)

/** Unpacks the entries of uploads; their texts are not parsed yet. */
export async function readUploads(
  { storage, threads }: Pick<Services, 'storage' | 'threads'>,
  uploads: readonly { readonly key: string; readonly name: string }[],
  known: ReadonlyMap<string, string>,
): Promise<Unpacked> {
  const held: Upload[] = []
  for (const { key, name } of uploads) {
    const found = await storage.get(key)
    if (found === undefined) {
      throw new ImportFailure(`The upload "${name}" is gone. Upload it again.`)
    }
    held.push({ name, bytes: await buffer(found.body) })
  }
  const outcome = await threads.run(unpack, { uploads: held, known })
  if ('failure' in outcome) throw new ImportFailure(outcome.failure)
  const { unpacked } = outcome
  if (!unpacked.entries.some(({ kind }) => kind === 'document')) {
    throw new ImportFailure(
      'There is no page in what was uploaded: no Markdown file that a SUMMARY.md or a README.md leads to.',
    )
  }
  return unpacked
}
