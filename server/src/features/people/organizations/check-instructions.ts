import type { Context } from '#/platform/http/context.ts'
import { invalidRequest } from '#/platform/errors/api-error.ts'
import { threadTask } from '#/platform/threads/threads.ts'

import type { Problem } from './check-instructions-task.ts'

const findProblem = threadTask<unknown, Problem | undefined>(
  new URL('./check-instructions-task.ts', import.meta.url),
  'findProblem',
)

/** Refuses a document with nodes that no document can have, as for the body of a page. */
export async function checkInstructions(
  { threads, caller }: Pick<Context, 'threads' | 'caller'>,
  instructions: object,
): Promise<void> {
  const problem = await threads.run(caller, findProblem, instructions)
  if (problem === undefined) return
  const path = `body.instructions${problem.path === '' ? '' : `.${problem.path}`}`
  const { message } = problem
  throw invalidRequest(`${path} ${message}.`, [{ path, message }])
}
