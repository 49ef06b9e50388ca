import type { OperationId } from '@lectern/contract/operations.ts'

/** A refusal with `invalid_request` of something that the schema of the contract accepts. */
export interface Semantic {
  readonly operations: readonly OperationId[]
  readonly says: RegExp
  readonly because: string
}

/**
 * What a JSON Schema cannot say, so that only the server can refuse it. The list may only shrink:
 * an entry that no request of a run needs fails the gate.
 */
export const semantics: readonly Semantic[] = [
  {
    operations: ['createOrganization', 'updateOrganizationById'],
    says: /is not a mail domain such as/,
    because: 'whether a text is a mail domain depends on the length of each label',
  },
  {
    operations: ['createOrganizationTeam', 'updateMembersInOrganizationTeam'],
    says: /is not a member of the organization/,
    because: 'who is a member is known to the database only',
  },
  {
    operations: ['updateOrganizationById'],
    says: /body\.logo must be an http or https URL/,
    because: 'the contract says URI, and pages show it as it is',
  },
  {
    operations: ['updateOrganizationInviteById'],
    says: /leads to the organization itself: send its/,
    because: 'which of the two a link takes depends on where it leads',
  },
  {
    operations: ['createUserAPIToken'],
    says: /body\.expiresAt/,
    because: 'whether a time is still to come depends on the clock',
  },
]
