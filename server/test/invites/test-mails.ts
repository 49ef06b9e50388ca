import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { decodeWords, parseMessage, partOf } from '../mail/test-message.ts'

export interface TestMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where the only link in it leads. */
  readonly link: URL
}

/** The mails written to a folder, oldest first, once there are as many as expected. */
export async function mailsIn(folder: string, expected: number): Promise<TestMail[]> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const mails = await readMails(folder)
    if (mails.length >= expected) return mails
    await sleep(100)
  }
  throw new Error(`${expected} mails did not arrive within 10 seconds`)
}

async function readMails(folder: string): Promise<TestMail[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.eml')).toSorted()
  return Promise.all(
    files.map(async (file) => read(await readFile(path.join(folder, file), 'utf8'))),
  )
}

function read(raw: string): TestMail {
  const message = parseMessage(raw)
  const text = partOf(message, 'text/plain')
  const html = partOf(message, 'text/html')
  return {
    to: message.header('to'),
    subject: decodeWords(message.header('subject')),
    text,
    html,
    link: new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? ''),
  }
}
