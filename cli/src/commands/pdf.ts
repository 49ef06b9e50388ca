import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { slugify } from '@lectern/content/tree/slug.ts'

import { ofChange } from '#/change/change-argument.ts'
import { command, type Session } from '#/command.ts'
import { messageOf, Refusal } from '#/failure.ts'

const waitSecondsDefault = 2

export const pdf = command({
  about: [
    'Has a PDF made of a space, of a change request or of a part of it, and downloads it. The file',
    'is called like the space where none is given; one that is there is not replaced.',
  ],
  argument: { name: 'space', description: 'The id of the space' },
  optional: { name: 'file', description: 'Where to write it' },
  options: {
    change: { description: 'A change request, by its number or id', value: '<change>' },
    page: { description: 'Only this page and those below it, by its id', value: '<id>' },
    only: { description: 'With --page: that page alone' },
  },
  example: 'lectern pdf <space> handbook.pdf',
  async run({ change, page, only }, session, spaceId, given) {
    const { client, output, signal } = session
    const { title } = await client.call('getSpaceById', { params: { spaceId }, signal })
    const file = given ?? `${slugify(title)}.pdf`
    const query = { ...(page !== undefined && { page }), only }
    const { url } =
      change === undefined
        ? await client.call('getSpacePDF', { params: { spaceId }, query, signal })
        : await client.call('getChangeRequestPDF', {
            params: ofChange(spaceId, change),
            query,
            signal,
          })
    const bytes = await printed(url, session)
    await write(file, bytes, signal)
    output.progress.clear()
    return { json: { space: spaceId, file }, lines: [`Wrote ${title} to ${file}.`] }
  },
})

/** Waits until the PDF is made, and gives its bytes. */
async function printed(
  url: string,
  { output, signal }: Session,
): Promise<ReadableStream<Uint8Array>> {
  for (;;) {
    const reply = await fetch(url, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new Refusal(
        'download_failed',
        `The PDF could not be downloaded: ${messageOf(error)}. Try again.`,
      )
    })
    if (reply.status === 200 && reply.body !== null) return reply.body
    const said = await reply.text()
    if (reply.status !== 202) {
      const message = messageIn(said)
      throw new Refusal(
        'pdf_failed',
        `The PDF was not made: ${message ?? `status ${reply.status}`}`,
      )
    }
    const [, done, total] = /"done":(\d+),"total":(\d+)/.exec(said) ?? []
    output.progress.at('Printing', Number(done ?? 0), Number(total ?? 0))
    const seconds = Number(reply.headers.get('retry-after')) || waitSecondsDefault
    await wait(seconds * 1000, undefined, { signal })
  }
}

async function write(
  file: string,
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const stream = createWriteStream(file, { flags: 'wx' })
  try {
    await pipeline(bytes, stream, { signal })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere) await rm(file, { force: true })
    if (signal.aborted) throw error
    throw new Refusal(
      isThere ? 'file_exists' : 'file_not_written',
      isThere
        ? `"${file}" is there already, so nothing was written. Name another file.`
        : `"${file}" could not be written: ${messageOf(error)}`,
    )
  }
}

/** The message of an error that the api answers as JSON. */
function messageIn(text: string): string | undefined {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each part is looked for
    const { error } = JSON.parse(text) as { error?: { message?: unknown } }
    return typeof error?.message === 'string' ? error.message : undefined
  } catch {
    return undefined
  }
}
