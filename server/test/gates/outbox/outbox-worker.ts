import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { readConfig } from '#/platform/config/config.ts'
import type { StoredEvent } from '#/platform/outbox/relay.ts'
import { startWorker } from '#/start/worker.ts'

import { type DeliveryLine, hangMs, slowMs } from './outbox-deliveries.ts'

/** A worker whose subscriber writes down what it is handed; titles tell it how to behave. */
const file = process.env['OUTBOX_DELIVERIES'] ?? ''

await startWorker(readConfig(process.env), {
  subscribers: [{ name: 'gate', wants: () => true, deliver }],
})

async function deliver({ id, subject, payload }: StoredEvent): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- events of teams carry their title, if any
  const { title = '' } = payload as { title?: string }
  const note = (step: DeliveryLine['step']) => {
    const atMs = Date.now()
    const line: DeliveryLine = { event: id, subject, step, pid: process.pid, atMs }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
  if (title.startsWith('poison')) {
    note('failed')
    throw new Error('This event is poisoned')
  }
  if (title.startsWith('hang') || title.startsWith('slow')) {
    note('begun')
    await sleep(title.startsWith('hang') ? hangMs : slowMs)
  }
  note('delivered')
}
