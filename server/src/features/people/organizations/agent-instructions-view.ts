import type { JsonDocument } from '@lectern/contract/documents.ts'
import type { AgentInstructions } from '@lectern/contract/organizations.ts'

import type { Config } from '#/platform/config/config.ts'

import type { AgentInstructionsRow } from './agent-instructions-queries.ts'
import { organizationUrl } from './organization-view.ts'

export function viewAgentInstructions(
  row: AgentInstructionsRow,
  organizationId: string,
  { config }: { config: Config },
): AgentInstructions {
  return {
    object: 'agent-instructions',
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written only after the contract has checked it
    instructions: (row.document ?? emptyDocument) as JsonDocument,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    urls: { location: `${organizationUrl(organizationId, config)}/agent-instructions` },
  }
}

const emptyDocument: JsonDocument = {
  object: 'document',
  data: { schemaVersion: 1 },
  nodes: [],
}
