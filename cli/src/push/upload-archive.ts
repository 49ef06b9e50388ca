import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

import type { Client } from '@lectern/contract/client.ts'

import { messageOf, Refusal } from '#/failure.ts'

const contentType = 'application/gzip'
const attemptsMax = 4
const waitMsFirst = 500

interface Upload {
  readonly client: Client
  readonly organizationId: string
  readonly archive: string
  readonly sizeBytes: number
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

/** Uploads an archive and returns the key under which the import finds it. */
export async function uploadArchive(upload: Upload): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    // A URL takes the bytes once: each attempt asks for another.
    const { url, key } = await upload.client.call('generateStorageUploadURL', {
      params: { organizationId: upload.organizationId },
      body: {
        file: { name: 'content.tar.gz', type: contentType, size: upload.sizeBytes },
        kind: 'import_file',
      },
      signal: upload.signal,
    })
    const refused = await put(url, upload)
    if (refused === undefined) return key
    if (!refused.isPassing || attempt === attemptsMax) throw refused.refusal
    await wait(waitMsFirst * 2 ** attempt, undefined, { signal: upload.signal })
  }
}

interface Refused {
  /** Whether another attempt may succeed. */
  readonly isPassing: boolean
  readonly refusal: Refusal
}

async function put(url: string, upload: Upload): Promise<Refused | undefined> {
  const { host } = new URL(url)
  let reply: Response
  try {
    reply = await fetch(url, {
      method: 'PUT',
      // Storage refuses bodies whose length is not given in advance.
      headers: {
        'content-type': contentType,
        'content-length': String(upload.sizeBytes),
      },
      body: sending(upload),
      duplex: 'half',
      signal: upload.signal,
    })
  } catch (error) {
    if (upload.signal.aborted) throw error
    const refusal = new Refusal(
      'upload_failed',
      `The content could not be uploaded to ${host}: ${messageOf(error)}. The server names this address; if you cannot reach it, whoever runs the server must set PUBLIC_URL, or the address of its S3 storage, to one that you can.`,
    )
    return { isPassing: true, refusal }
  }
  const text = await reply.text()
  if (reply.ok) return undefined
  const refusal = new Refusal(
    'upload_refused',
    `${host} refused the upload with status ${reply.status}${explanationIn(text)}. Try again; if it stays so, whoever runs the server finds the reason in its log.`,
  )
  return { isPassing: reply.status >= 500 || reply.status === 429, refusal }
}

async function* sending({ archive, onSent }: Upload): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of createReadStream(archive)) {
    if (!(chunk instanceof Uint8Array)) continue
    yield chunk
    sent += chunk.length
    onSent(sent)
  }
}

/** The message of an error reply, as a Lectern server or S3 writes it. */
function explanationIn(text: string): string {
  const words =
    /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? /<Message>([^<]*)</.exec(text)
  return words?.[1] === undefined ? '' : `: ${words[1].replace(/\.$/, '')}`
}
