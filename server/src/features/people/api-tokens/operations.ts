import { confirmOrganizationAPIToken } from './confirm-token.ts'
import { createOrganizationAPIToken } from './create-organization-token.ts'
import { createUserAPIToken } from './create-token.ts'
import { listUserAPITokens } from './list-tokens.ts'
import { revokeUserAPIToken } from './revoke-token.ts'

export const apiTokenOperations = [
  listUserAPITokens,
  createUserAPIToken,
  createOrganizationAPIToken,
  confirmOrganizationAPIToken,
  revokeUserAPIToken,
]
