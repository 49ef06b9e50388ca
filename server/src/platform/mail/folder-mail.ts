import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { createTransport } from 'nodemailer'

import type { Clock } from '#/platform/clock/clock.ts'

import type { Mail } from './mail.ts'
import { composeMessage, type Sender } from './message.ts'

/** Writes messages to a folder and sends none: for development, demonstrations and tests. */
export function openFolderMail(folder: string, sender: Sender, clock: Clock): Mail {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const nextName = fileNames(clock)

  return {
    send: async (message) => {
      const composed = await composer.sendMail(composeMessage(message, sender))
      await mkdir(folder, { recursive: true })
      await writeWhole(folder, nextName(), composed.message)
    },
    check: async () => {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK)
    },
    close: async () => {},
  }
}

/** Writes a file so that a process that watches the folder sees a whole message or none. */
async function writeWhole(
  folder: string,
  name: string,
  content: Parameters<typeof writeFile>[1],
): Promise<void> {
  const unfinished = join(folder, `.${name}.unfinished`)
  try {
    await writeFile(unfinished, content, { flag: 'wx', flush: true })
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Makes file names that sort by time, also within a millisecond or when the clock steps back. */
function fileNames(clock: Clock): () => string {
  let lastMs = 0
  let sequence = 0
  return () => {
    const nowMs = Math.max(clock.nowMs(), lastMs)
    sequence = nowMs === lastMs ? sequence + 1 : 0
    lastMs = nowMs
    const time = new Date(nowMs).toISOString().replaceAll(':', '-')
    return `${time}-${String(sequence).padStart(6, '0')}-${randomUUID().slice(0, 8)}.eml`
  }
}
