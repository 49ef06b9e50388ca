import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

import type { Session } from '#/command.ts'
import { messageOf, Refusal } from '#/failure.ts'
import { describeBytes } from '#/push/describe-push.ts'

/** Writes the archive of a space to a file and returns its size in bytes. */
export async function downloadArchive(
  { client, output, signal }: Session,
  spaceId: string,
  archive: string,
): Promise<number> {
  const body = await client.download('exportSpaceContent', {
    params: { spaceId },
    signal,
  })
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      output.progress.at(`Downloading ${describeBytes(bytes)}`)
      yield chunk
    }
  }
  try {
    await pipeline(body, counted, createWriteStream(archive), { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Refusal(
      'download_broken',
      `The download ended early, so nothing was written: ${messageOf(error)}. Try again; if it stays so, whoever runs the server finds the reason in its log.`,
      { cause: error },
    )
  }
  return bytes
}
