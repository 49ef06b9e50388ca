import type { Transaction } from '#/platform/database/transaction.ts'
import type { Context } from '#/platform/http/context.ts'
import { type By, recorder } from '#/platform/outbox/recorder.ts'

type OfOrganization = Readonly<{ organizationId: string }>

const record = recorder('organization', 'organizationId')
const recordMember = recorder('member', 'userId')

export function organizationCreated(
  tx: Transaction,
  by: By,
  { title, ...of }: OfOrganization & { title: string },
) {
  record(tx, by, of, { type: 'organization_created', details: { title } })
}

interface Update extends OfOrganization {
  readonly changed: readonly string[]
  /** The changed settings only. */
  readonly before: object
  readonly after: object
}

/**
 * Records a change of settings. The values go to the audit log alone: a receiver of the event reads
 * the organization itself.
 */
export function organizationUpdated(
  tx: Transaction,
  context: Context,
  { changed, before, after, ...of }: Update,
) {
  record(tx, context, of, {
    type: 'organization_updated',
    payload: { changed },
    details: { before, after },
  })
}

export function agentInstructionsUpdated(
  tx: Transaction,
  context: Context,
  { version, ...of }: OfOrganization & { version: number },
) {
  record(tx, context, of, { type: 'agent_instructions_updated', details: { version } })
}

/**
 * Records that someone joined by their e-mail domain. They are also the actor: nobody else let them
 * in.
 */
export function memberJoined(
  tx: Transaction,
  { requestId }: Pick<Context, 'requestId'>,
  {
    organizationId,
    userId,
    role,
  }: OfOrganization & { userId: string; role: string | null },
) {
  const by = { caller: { userId }, requestId }
  recordMember(
    tx,
    by,
    { organizationId, userId },
    {
      type: 'member_joined',
      payload: { role },
      details: { role, by: 'email-domain' },
    },
  )
}
