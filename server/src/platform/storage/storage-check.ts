import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import type { Storage } from '#/platform/storage/storage.ts'

const contentType = 'application/octet-stream'

/** Writes, reads and deletes a probe; `remedy` tells operators where to look when a step fails. */
export async function checkStorage(
  storage: Pick<Storage, 'put' | 'get' | 'delete'>,
  remedy: string,
): Promise<void> {
  const key = `lectern-check/${randomBytes(12).toString('hex')}`
  const probe = randomBytes(64)
  const sizeBytes = probe.length

  async function step<Result>(doing: string, act: () => Promise<Result>) {
    try {
      return await act()
    } catch (cause) {
      throw new Error(`Storage failed while ${doing} a probe. ${remedy}`, { cause })
    }
  }

  await step('writing', () => storage.put(key, probe, { contentType, sizeBytes }))
  await step('reading back', async () => {
    const found = await storage.get(key)
    if (found === undefined) throw new Error('The probe is not there')
    const same = found.contentType === contentType && found.sizeBytes === sizeBytes
    if (!probe.equals(await buffer(found.body)) || !same) {
      throw new Error('The probe came back changed')
    }
  })
  await step('deleting', async () => {
    await storage.delete(key)
    const left = await storage.get(key)
    left?.body.destroy()
    if (left !== undefined) throw new Error('The probe is still there')
  })
}
