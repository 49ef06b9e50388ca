import { Type, type Static } from 'typebox'

import {
  constant,
  entriesMax,
  enumeration,
  id,
  identifier,
  list,
  named,
  nullable,
  paging,
  permissions,
  record,
  role,
  timestamp,
  uri,
} from './common.ts'
import { jsonDocument, jsonDocumentInput } from './documents.ts'
import { organizationMergeRules } from './merge-rules.ts'
import { defineOperations } from './operation.ts'
import { inOrganization } from './parameters.ts'
import { subdomainName } from './subdomains.ts'

export const title = Type.String({ minLength: 2, maxLength: 255 })
const type = enumeration(['business', 'community'])
const useCase = enumeration([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
])
const emailDomain = Type.String({ minLength: 1, maxLength: 253 })
const emailDomainsInput = Type.Array(emailDomain, {
  maxItems: entriesMax,
  description:
    'People with a verified address at one of these can join by themselves, once the owner of the domain agrees by a DNS record.',
})
const defaultContent = Type.Object(
  { type: constant('site'), site: identifier },
  { description: 'What the organization opens with.' },
)

const price = Type.Object({
  monthly: Type.Number({ minimum: 0 }),
  yearly: Type.Number({ minimum: 0 }),
})
const billing = Type.Object(
  {
    interval: enumeration(['monthly', 'yearly']),
    endDate: nullable(timestamp),
    hasPaymentFailed: Type.Boolean(),
    isScheduledToCancel: Type.Boolean(),
    pricing: Type.Object({
      members: Type.Object({ plus_2024: price, pro_2024: price }),
      sites: Type.Object({ premium: price, ultimate: price }),
    }),
    usageAddons: record(Type.Object({ enabled: Type.Boolean() })),
  },
  { description: 'Only shown to those who may see it. Nothing is ever charged.' },
)
const plan = enumeration([
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
])
const trial = Type.Object({
  status: enumeration(['notapplicable', 'none', 'active', 'ended', 'expired']),
  count: Type.Integer({ minimum: 0 }),
  endDate: Type.Optional(timestamp),
  decision: Type.Optional(constant('downgrade')),
})
const blocked = Type.Object({
  source: Type.Optional(enumeration(['backoffice', 'external', 'internal'])),
  reason: Type.String({ minLength: 1, maxLength: 255 }),
})
const billingMigration = Type.Object({
  deadline: Type.Optional(timestamp),
  discountPercent: Type.Optional(Type.Number()),
  discountEndDate: Type.Optional(timestamp),
})

export const organization = named(
  'Organization',
  Type.Object({
    object: constant('organization'),
    id: identifier,
    title,
    createdAt: timestamp,
    emailDomains: Type.Array(emailDomain, {
      description: 'Domains whose people can join by themselves.',
    }),
    hostname: Type.Optional(
      Type.String({
        ...subdomainName,
        description: 'The name its public content is found under by default.',
      }),
    ),
    type,
    useCase: Type.Optional(useCase),
    communityType: Type.Optional(enumeration(['nonProfit', 'openSource', 'education'])),
    defaultRole: Type.Optional(role),
    defaultContent: Type.Optional(defaultContent),
    sso: Type.Optional(
      Type.Boolean({ description: 'Whether everyone must sign in with SSO.' }),
    ),
    ai: Type.Optional(Type.Boolean({ description: 'Whether AI features are on.' })),
    inviteLinks: Type.Boolean({ description: 'Whether invite links can be used.' }),
    plan,
    billing: Type.Optional(billing),
    mergeRules: organizationMergeRules,
    urls: Type.Object({ location: uri, app: uri, logo: Type.Optional(uri) }),
    trial,
    customHostname: Type.Optional(
      Type.String({ description: 'The live host name that was attached to it.' }),
    ),
    blocked: Type.Optional(blocked),
    internal_billingMigration: Type.Optional(billingMigration),
    permissions: permissions({
      view: 'See the organization.',
      access: 'See what its members see.',
      admin: 'Change settings, members and teams.',
      ownTeam: 'Manage at least one team as its owner.',
      createContent: 'Create spaces, collections and sites.',
      createOpenAPISpec: 'Add OpenAPI specifications.',
      ingestConversations: 'Send in conversations.',
      viewBilling: 'See billing.',
      listMembers: 'List members.',
      listTeams: 'List teams.',
      listIntegrations: 'List integrations.',
      listInstallations: 'List installed integrations.',
      installIntegration: 'Install integrations.',
    }),
  }),
)
export type Organization = Static<typeof organization>

export const agentInstructions = named(
  'AgentInstructions',
  Type.Object({
    object: constant('agent-instructions'),
    instructions: jsonDocument,
    updatedAt: timestamp,
    updatedBy: id('The member who last changed them.'),
    urls: Type.Object({ location: uri }),
  }),
)
export type AgentInstructions = Static<typeof agentInstructions>

export const organizationOperations = defineOperations({
  listOrganizationsForAuthenticatedUser: {
    method: 'GET',
    path: '/orgs',
    tag: 'organizations',
    summary: 'List your organizations',
    description: 'Answers the organizations you are a member or a guest of.',
    caller: 'user',
    reach: 'account',
    query: paging,
    status: 200,
    reply: list('OrganizationList', organization),
    errors: [],
  },
  createOrganization: {
    method: 'POST',
    path: '/orgs',
    tag: 'organizations',
    summary: 'Create an organization',
    description:
      'Creates an organization with you as its admin. Its `hostname` is made from the title and can be changed later.',
    caller: 'user',
    reach: 'account-write',
    body: Type.Object({
      title,
      emailDomains: Type.Optional(emailDomainsInput),
      type: Type.Optional(
        enumeration(['business', 'community'], { default: 'business' }),
      ),
      useCase: Type.Optional(useCase),
    }),
    status: 201,
    reply: organization,
    errors: [400],
  },
  getOrganizationById: {
    method: 'GET',
    path: '/orgs/{organizationId}',
    tag: 'organizations',
    summary: 'Get an organization',
    description:
      'Answers the organization to its members and guests. People who could join by their e-mail domain see it too, with every permission but `view` false.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    status: 200,
    reply: organization,
    versioned: true,
    errors: [403, 404],
  },
  updateOrganizationById: {
    method: 'PATCH',
    path: '/orgs/{organizationId}',
    tag: 'organizations',
    summary: 'Update an organization',
    description:
      'Changes the fields that are sent and keeps the others; null clears `defaultContent` and `logo`. A `hostname` that is taken is refused with 409, and SSO cannot be enforced before a provider is active. In a browser, changes of `sso` and `emailDomains` need a sign-in of the last 10 minutes.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({
      title: Type.Optional(title),
      emailDomains: Type.Optional(emailDomainsInput),
      hostname: Type.Optional(subdomainName),
      defaultRole: Type.Optional(role),
      defaultContent: Type.Optional(nullable(defaultContent)),
      logo: Type.Optional(nullable(uri)),
      sso: Type.Optional(Type.Boolean()),
      ai: Type.Optional(Type.Boolean()),
      inviteLinks: Type.Optional(Type.Boolean()),
      mergeRules: Type.Optional(organizationMergeRules),
    }),
    status: 200,
    reply: organization,
    conditional: true,
    errors: [400, 403, 404, 409],
  },
  joinOrganization: {
    method: 'POST',
    path: '/orgs/{organizationId}/join',
    tag: 'organizations',
    summary: 'Join an organization by your e-mail domain',
    description:
      'Makes you a member with the default role when your verified address is at one of the allowed domains. Joining twice succeeds.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    status: 204,
    errors: [400, 404],
  },
  getOrganizationAgentInstructions: {
    method: 'GET',
    path: '/orgs/{organizationId}/agent-instructions',
    tag: 'organizations',
    summary: 'Get the instructions for agents',
    description:
      'Answers what the organization tells agents that write for it. Before anything is set, the document is empty.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    status: 200,
    reply: agentInstructions,
    versioned: true,
    errors: [403, 404],
  },
  updateOrganizationAgentInstructions: {
    method: 'PUT',
    path: '/orgs/{organizationId}/agent-instructions',
    tag: 'organizations',
    summary: 'Replace the instructions for agents',
    description: 'Stores the document as a whole in place of the one before.',
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    body: Type.Object({ instructions: jsonDocumentInput }),
    status: 200,
    reply: agentInstructions,
    conditional: true,
    errors: [400, 403, 404],
  },
  getOrganizationsForEmailDomain: {
    method: 'GET',
    path: '/email-domains/{emailDomain}/orgs',
    tag: 'organizations',
    summary: 'List the organizations you could join by e-mail domain',
    description:
      'Answers the organizations that let people of this domain join. For any domain but that of your own verified address the list is empty.',
    caller: 'user',
    reach: 'account',
    params: {
      emailDomain: Type.String({
        ...emailDomain,
        description: 'The part of an address after the `@`.',
      }),
    },
    status: 200,
    reply: Type.Object({ organizations: Type.Array(organization) }),
    errors: [],
  },
})
