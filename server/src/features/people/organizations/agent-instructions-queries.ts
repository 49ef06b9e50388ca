import { sql } from 'kysely'

import { callerColumns } from '#/access/actor.ts'
import type { OfCaller } from '#/access/list-for-caller.ts'
import { sqlBuilder, statement } from '#/platform/database/statement.ts'

export interface AgentInstructionsRow {
  readonly document: unknown
  readonly updated_at: string
  readonly updated_by: string
  readonly version: number
}

/**
 * The instructions and the caller's role: one row whenever the caller is a member. Before anything
 * is stored the document is null, the version 0, and the organization's own creation stands for the
 * last change.
 */
export const selectAgentInstructions = statement(
  'agent-instructions.for-caller',
  (p: OfCaller) =>
    sqlBuilder
      .selectFrom('member as me')
      .innerJoin('organization as o', (join) =>
        join.on('o.organization_id', '=', p.organizationId),
      )
      .leftJoin('agent_instructions as ai', (join) =>
        join.on('ai.organization_id', '=', p.organizationId),
      )
      .select([...callerColumns, 'ai.document'])
      .select(({ fn }) => [
        fn.coalesce('ai.updated_at', 'o.created_at').as('updated_at'),
        fn.coalesce('ai.updated_by', 'o.created_by').as('updated_by'),
        fn.coalesce('ai.version', sql<number>`0`).as('version'),
      ])
      .where('me.organization_id', '=', p.organizationId)
      .where('me.user_id', '=', p.callerId),
)

interface Replacement {
  readonly organizationId: string
  /** The document as JSON text. */
  readonly document: string
  readonly updatedBy: string
}

/**
 * Stores the instructions. Their time is that of the statement, not of its transaction: a change
 * that waited comes later.
 */
export const upsertAgentInstructions = statement<Replacement, AgentInstructionsRow>(
  'agent-instructions.upsert',
  (p) => sql`
    insert into agent_instructions as ai (organization_id, document, updated_at, updated_by)
    values (${p.organizationId}, ${p.document}, clock_timestamp(), ${p.updatedBy})
    on conflict (organization_id) do update set
      document = excluded.document,
      updated_at = excluded.updated_at,
      updated_by = excluded.updated_by,
      version = ai.version + 1
    returning document, updated_at, updated_by, version`,
)
