import type { OperationId } from '@lectern/contract/operations.ts'

import type { Choice } from './authz-cases.ts'

/** An answer that tells a foreign thing from a missing one, and must. */
export interface Oracle {
  readonly operation: OperationId | 'every list of an organization'
  /** The places replaced at once, as `authz-slots` names them. */
  readonly slots: readonly string[]
  /** What all of them are replaced by. */
  readonly by: Choice
  /** The answer changes the foreign place too, because that is what was asked for. */
  readonly writes?: boolean
  readonly because: string
}

const signedForSite = 'whoever has a token that the key of a site signed is its visitor'

/** May only shrink: an entry whose answers cannot be told apart any more fails the gate. */
export const oracles: readonly Oracle[] = [
  {
    operation: 'joinOrganization',
    slots: ['path.organizationId'],
    by: 'foreign',
    because:
      'the specification answers 400 for a domain that is not allowed and 404 for no organization',
  },
  {
    operation: 'joinOrganizationWithInvite',
    slots: ['path.organizationId', 'path.inviteId'],
    by: 'foreign',
    writes: true,
    because: 'whoever knows an invite may use it: letting strangers in is what it is for',
  },
  {
    operation: 'getSubdomain',
    slots: ['path.subdomain'],
    by: 'foreign',
    because: 'subdomains are public names, and the operation says whose they are',
  },
  {
    operation: 'updateOrganizationById',
    slots: ['body.hostname'],
    by: 'foreign',
    because: 'a name that is unique in the world is taken for everyone',
  },
  {
    operation: 'updateOrganizationById',
    slots: ['body.hostname'],
    by: 'other',
    because: 'a name that is unique in the world is taken for everyone',
  },
  {
    operation: 'setUserAsSSOMemberForOrganization',
    slots: ['path.userId'],
    by: 'other',
    because: 'people whom the caller knows from another organization can be added here',
  },
  {
    operation: 'updateSpaceContent',
    slots: ['body.changes[]|4.page'],
    by: 'deleted',
    because: 'reverting a page that was deleted brings it back',
  },
  {
    operation: 'updateChangeRequestContent',
    slots: ['body.changes[]|4.page'],
    by: 'deleted',
    because: 'reverting a page that was deleted brings it back',
  },
  {
    operation: 'listOrganizationAuditEvents',
    slots: ['query.target'],
    by: 'deleted',
    because: 'the audit log keeps what was done to things that are gone, for admins',
  },
  {
    operation: 'resolvePublishedContentByUrl',
    slots: ['body.url', 'body.visitor.jwtToken'],
    by: 'foreign',
    because: signedForSite,
  },
  {
    operation: 'getPublishedContentByUrl',
    slots: ['query.url', 'query.visitorAuthToken'],
    by: 'foreign',
    because: signedForSite,
  },
  {
    operation: 'trackEventsInSiteById',
    slots: ['path.organizationId', 'path.siteId'],
    by: 'foreign',
    because:
      'readers of a published site report what they do without any token, and know its id',
  },
  ...inTrash(
    'getSpaceById',
    'restoreSpace',
    'updateSpaceById',
    'moveSpace',
    'duplicateSpace',
    'transferSpace',
  ),
]

function inTrash(...operations: readonly OperationId[]): readonly Oracle[] {
  return operations.map((operation) => ({
    operation,
    slots: ['path.spaceId'],
    by: 'deleted',
    because:
      'a space in the trash is seen by its admins, who can restore it, and by nobody else',
  }))
}
