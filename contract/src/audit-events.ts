import { Type, type Static } from 'typebox'

import { constant, id, identifier, list, named, paging, timestamp } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, ofAuditEvent } from './parameters.ts'

const action = Type.String({ minLength: 1, maxLength: 100 })

const columns = {
  object: constant('audit-event'),
  id: identifier,
  occurredAt: timestamp,
  action: Type.String({ description: 'What was done, such as `team_created`.' }),
  actor: Type.Object(
    {
      object: constant('user'),
      id: identifier,
      displayName: Type.Optional(
        Type.String({ description: 'Absent when there is no such account any more.' }),
      ),
    },
    {
      description:
        'Who did it. Its id is `lectern:unknown` where somebody was refused who has not proven who they are.',
    },
  ),
  target: Type.Object(
    {
      object: Type.String({ description: 'Its kind, such as `team`.' }),
      id: identifier,
    },
    { description: 'What it was done to; it may be gone by now.' },
  ),
}

const auditEvent = named('AuditEvent', Type.Object(columns))
export type AuditEvent = Static<typeof auditEvent>

const auditEventDetails = named(
  'AuditEventDetails',
  Type.Object({
    ...columns,
    requestId: Type.String({
      description: 'As in the header `X-Request-Id` and in the logs.',
    }),
    details: Type.Unknown({ description: 'What this action has to tell besides.' }),
  }),
)
export type AuditEventDetails = Static<typeof auditEventDetails>

const auditEventAction = named(
  'AuditEventAction',
  Type.Object({
    object: constant('audit-event-action'),
    action: Type.String({ description: 'For the filter of the list.' }),
    title: Type.String({ description: 'The same for people.' }),
  }),
)
export type AuditEventAction = Static<typeof auditEventAction>

export const auditLimitDefault = 20

export const auditEventOperations = defineOperations({
  listOrganizationAuditEvents: {
    method: 'GET',
    path: '/orgs/{organizationId}/audit-events',
    tag: 'audit-events',
    summary: 'List what was done in an organization',
    description:
      'Answers the audit log to admins of the organization, newest first. Entries are kept as long as the server is set to, a year if nothing else is said. For a token that may only read, the id of an invite is `hidden`.',
    revealsSecret: 'left-out',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query: {
      page: paging.page,
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          default: auditLimitDefault,
          description: 'How many to answer.',
        }),
      ),
      from: Type.Optional(
        Type.String({ ...timestamp, description: 'Only what was done then or later.' }),
      ),
      to: Type.Optional(
        Type.String({ ...timestamp, description: 'Only what was done before.' }),
      ),
      action: Type.Optional(Type.String({ ...action, description: 'Only this action.' })),
      actor: Type.Optional(id('Only what this user did.')),
      target: Type.Optional(id('Only what was done to the thing with this id.')),
    },
    status: 200,
    reply: list('AuditEventList', auditEvent),
    errors: [403, 404],
  },
  getOrganizationAuditEvent: {
    method: 'GET',
    path: '/orgs/{organizationId}/audit-events/{auditEventId}',
    tag: 'audit-events',
    summary: 'Get an entry of the audit log',
    description:
      'Answers one entry with all it tells. Open to admins of the organization. For a token that may only read, the id of an invite is `hidden`.',
    revealsSecret: 'left-out',
    caller: 'user',
    reach: 'organization',
    params: ofAuditEvent,
    status: 200,
    reply: auditEventDetails,
    errors: [403, 404],
  },
  listOrganizationAuditEventActions: {
    method: 'GET',
    path: '/orgs/{organizationId}/audit-event-actions',
    tag: 'audit-events',
    summary: 'List the actions in the audit log',
    description:
      'Answers each action that the audit log has an entry of, by name. Open to admins of the organization.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    status: 200,
    reply: named(
      'AuditEventActionList',
      Type.Object({ items: Type.Array(auditEventAction) }),
    ),
    errors: [403, 404],
  },
})
