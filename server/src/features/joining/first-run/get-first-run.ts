import type { FirstRun } from '@lectern/contract/first-run.ts'

import { operation } from '#/platform/http/operation.ts'

import { isOpen } from './first-run-link.ts'
import { selectFirstRun } from './first-run-queries.ts'

export const getFirstRun = operation('getFirstRun', async (_request, { db }) => {
  const answer: FirstRun = {
    object: 'first-run',
    isOpen: isOpen(await db.first(selectFirstRun, {})),
  }
  return answer
})
