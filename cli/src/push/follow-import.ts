import { setTimeout as wait } from 'node:timers/promises'

import { CallError } from '@lectern/contract/client.ts'
import type { ImportRun } from '@lectern/contract/imports.ts'

import type { Session } from '#/command.ts'
import { Refusal } from '#/failure.ts'

const askMsFirst = 200
const askMsMax = 1_000
const askGrowth = 1.3
/**
 * The time after which a pending import seems to have no worker: workers poll every half second.
 */
const idleMsMax = 15_000

export interface OfRun {
  readonly organizationId: string
  readonly importRunId: string
}

/** Waits until an import has ended, whether it succeeded or not. */
export async function followImport(
  { client, output, signal }: Session,
  params: OfRun,
): Promise<ImportRun> {
  const startedMs = performance.now()
  let told = false
  for (let askMs = askMsFirst; ; askMs = Math.min(askMs * askGrowth, askMsMax)) {
    const run = await client
      .call('getImportRun', { params, signal })
      .catch((error: unknown) => {
        throw error instanceof CallError ? lostSight(error, params) : error
      })
    if (hasEnded(run)) return run
    const { done, total } = run.progress
    output.progress.at(run.status === 'pending' ? 'Waiting' : 'Importing', done, total)
    if (run.status === 'pending' && !told && performance.now() - startedMs > idleMsMax) {
      told = true
      output.say(
        'No worker has begun the import yet. Is one running ("lectern-server start worker" or "start all")? Still waiting; Ctrl-C cancels.',
      )
    }
    await wait(askMs, undefined, { signal })
  }
}

/** Cancels an import after Ctrl-C; nothing of it remains unless it was already written. */
export async function cancelImport(
  { client }: Pick<Session, 'client'>,
  params: OfRun,
): Promise<Refusal> {
  const run = await client.call('cancelImportRun', { params })
  return new Refusal(
    'interrupted',
    run.status === 'completed'
      ? `Interrupted, but the import ${run.id} was already done: ${targetOf(run)} has changed.`
      : `Interrupted. The import ${run.id} is cancelled and ${targetOf(run)} is as it was.`,
    { facts: { run } },
  )
}

export function targetOf({ changeRequest }: ImportRun): string {
  return changeRequest === undefined ? 'the space' : 'the change request'
}

function hasEnded({ status }: ImportRun): boolean {
  return status !== 'pending' && status !== 'in-progress'
}

function lostSight(error: CallError, { organizationId, importRunId }: OfRun): Refusal {
  return new Refusal(
    'import_out_of_sight',
    `${error.message} The import goes on without us; GET /v1/orgs/${organizationId}/imports/${importRunId} says how it ended.`,
    { facts: { status: error.status, importRunId } },
  )
}
