import type { OperationId } from '@lectern/contract/operations.ts'

export type SweepRule = 'anonymous' | 'outsider' | 'delete'

export interface Exemption {
  readonly operation: OperationId
  readonly rule: SweepRule
  readonly reason: string
}

/**
 * Operations that a rule of the sweep does not hold for. The list may only shrink: the sweep fails
 * when an entry is no longer needed, and when there are more of them than `exemptionsMax`.
 */
export const exemptions: readonly Exemption[] = [
  {
    operation: 'joinOrganization',
    rule: 'outsider',
    reason:
      'The specification tells 400 (your domain may not join) from 404 (no such thing).',
  },
  {
    operation: 'joinOrganizationWithInvite',
    rule: 'outsider',
    reason: 'Whoever holds the id of an invite may use it; that is what an invite is.',
  },
  {
    operation: 'getSubdomain',
    rule: 'outsider',
    reason: 'Which names are taken, and by whom, is public.',
  },
]

/** Lower it whenever the list gets shorter; never raise it. */
export const exemptionsMax = 3
