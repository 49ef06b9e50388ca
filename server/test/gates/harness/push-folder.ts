import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Instance } from './instance.ts'

const program = new URL('../../../../cli/src/lectern.ts', import.meta.url).pathname
const runProgram = promisify(execFile)
const quietWithinMs = 600_000

export interface Pushing {
  readonly instance: Instance
  /** Of the api. A worker must run beside it. */
  readonly url: string
}

export async function createEmptySpace({ instance, url }: Pushing): Promise<string> {
  const { organization, tokens } = instance.sample
  const reply = await fetch(`${url}/v1/orgs/${organization}/spaces`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.admin}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Pushed', empty: true }),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's own shape
  const { id } = (await reply.json()) as { id: string }
  return id
}

/** Pushes a folder the way a user does, and answers how many pages that created. */
export async function pushFolder(
  { instance, url }: Pushing,
  folder: string,
  spaceId: string,
): Promise<number> {
  const { stdout } = await runProgram(
    process.execPath,
    [program, 'content', 'push', folder, '--space', spaceId, '--json'],
    {
      env: {
        ...process.env,
        LECTERN_URL: url,
        LECTERN_TOKEN: instance.sample.tokens.admin,
      },
    },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the program's own answer
  const { run } = JSON.parse(stdout) as {
    run: { result: { pages: { created: number } } }
  }
  return run.result.pages.created
}

/** What is pushed is indexed afterwards: whoever measures waits for that. */
export async function untilIndexed({ db }: Instance): Promise<void> {
  const deadline = Date.now() + quietWithinMs
  while (Date.now() < deadline) {
    const { rows } = await db.raw(
      `select 1 from branch b left join search_state s
         on s.organization_id = b.organization_id and s.space_id = b.space_id
       where b.head_number > 1 and b.id = b.space_id
         and s.indexed_number is distinct from b.head_number limit 1`,
    )
    if (rows.length === 0) return
    await sleep(100)
  }
  throw new Error('What was pushed was not indexed in time')
}
