import { ApiError } from '#/platform/errors/api-error.ts'

import type { UnmetRule } from './merge-rules.ts'

export function changeRequestClosed(number: number, status: string): ApiError {
  return new ApiError(
    409,
    'change_request_closed',
    `Change request ${number} is ${status}. Set its status to draft or open first.`,
  )
}

export function mergeRulesUnmet(number: number, unmet: readonly UnmetRule[]): ApiError {
  const missing = unmet.map(({ rule, message }) => `${rule}: ${message}`)
  return new ApiError(
    412,
    'merge_rules_unmet',
    `Change request ${number} does not meet the merge rules yet. ${missing.join(' ')}`,
  )
}
