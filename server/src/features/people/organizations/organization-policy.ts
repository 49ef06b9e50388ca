import type { Actor } from '#/access/actor.ts'
import { atLeast } from '#/access/roles.ts'
import { creationPolicy } from '#/content-store/nodes/public.ts'

type OfRole = Pick<Actor, 'role'>

/**
 * Decides on organizations, with one entry per permission of the contract. A guest and someone who
 * could join hold no role.
 */
export const organizationPolicy = {
  // The statement that finds the organization gives a row to members and people who could join
  // alone.
  view: () => true,
  access: ({ role }: OfRole) => role !== null,
  admin: ({ role }: OfRole) => atLeast(role, 'admin'),
  ownTeam: ({ role }: OfRole, { ownsTeam }: Readonly<{ ownsTeam: boolean }>) =>
    role !== null && ownsTeam,
  createContent: creationPolicy.createAtTop,
  createOpenAPISpec: ({ role }: OfRole) => atLeast(role, 'create'),
  ingestConversations: ({ role }: OfRole) => atLeast(role, 'admin'),
  viewBilling: ({ role }: OfRole) => atLeast(role, 'admin'),
  listMembers: ({ role }: OfRole) => role !== null,
  listTeams: ({ role }: OfRole) => role !== null,
  listIntegrations: ({ role }: OfRole) => role !== null,
  listInstallations: ({ role }: OfRole) => atLeast(role, 'create'),
  installIntegration: ({ role }: OfRole) => atLeast(role, 'admin'),
}
