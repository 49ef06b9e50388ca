import { createSCIMToken } from './create-scim-token.ts'
import { deleteSCIMToken } from './delete-scim-token.ts'
import { listSCIMTokens } from './list-scim-tokens.ts'

export const scimTokenOperations = [listSCIMTokens, createSCIMToken, deleteSCIMToken]
