/** What stands beside the actor in a call of a policy, by a name for the matrix. */
export type Facts = Readonly<Record<string, readonly unknown[]>>

/** The user id of the actor in every row of the matrix. */
export const self = 'self'

const none: Facts = { '': [] }
const person: Facts = { own: [self], other: ['someone-else'] }
const author: Facts = {
  own: [{ postedBy: self }],
  other: [{ postedBy: 'someone-else' }],
}
const inTeam: Facts = {
  'own, owner': [{ actorTeamRole: 'owner' }],
  'own, member': [{ actorTeamRole: 'member' }],
  other: [{ actorTeamRole: null }],
}
const ownedTeam: Facts = { own: [{ ownsTeam: true }], other: [{ ownsTeam: false }] }
const editsSomewhere: Facts = {
  'edits something': [{ canEditSomething: true }],
  'edits nothing': [{ canEditSomething: false }],
}
const inOrganization: Facts = {
  'member with a role': [{ organizationRole: 'read' }],
  'guest of the organization': [{ organizationRole: null }],
}
const offeredRole: Facts = {
  'offers admin': ['admin'],
  'offers edit': ['edit'],
  'offers read': ['read'],
  'offers guest': [null],
}

/**
 * Every action of every policy with the facts it is tried on. A policy or an action that is missing
 * here, or no longer exists, fails the matrix.
 */
export const policyFacts: Readonly<Record<string, Readonly<Record<string, Facts>>>> = {
  agentInstructionsPolicy: { view: none, update: none },
  auditEventPolicy: { view: none },
  collectionPolicy: { view: none, create: none, admin: none, viewInviteLinks: none },
  commentPolicy: {
    view: none,
    post: none,
    reply: none,
    edit: author,
    remove: author,
  },
  customFontPolicy: { view: none, edit: none },
  customHostnamePolicy: { admin: none },
  contentPermissionPolicy: { list: inOrganization, change: none },
  importPolicy: { run: none },
  invitePolicy: { manage: none, isRedundant: offeredRole },
  memberPolicy: {
    list: none,
    view: person,
    changeRole: none,
    addWithSso: none,
    remove: person,
  },
  openApiSpecPolicy: { view: none, edit: none },
  organizationPolicy: {
    view: none,
    access: none,
    admin: none,
    ownTeam: ownedTeam,
    createContent: none,
    createOpenAPISpec: none,
    ingestConversations: none,
    viewBilling: none,
    listMembers: none,
    listTeams: none,
    listIntegrations: none,
    listInstallations: none,
    installIntegration: none,
  },
  creationPolicy: { createAtTop: none, createInside: none },
  scimTokenPolicy: { manage: none },
  samlProviderPolicy: { view: none, change: none },
  sitePolicy: { view: none, create: none, edit: none, structure: none, admin: none },
  spacePolicy: {
    view: none,
    access: none,
    comment: none,
    edit: none,
    review: none,
    merge: none,
    triggerGitSync: none,
    admin: none,
    viewInviteLinks: none,
    installIntegration: none,
  },
  uploadPolicy: { create: editsSomewhere },
  teamPolicy: { view: none, create: none, admin: inTeam },
  tokenPolicy: { makeForEmergencies: none },
}
