import { Type } from 'typebox'

import { id } from './common.ts'

export const inOrganization = { organizationId: id('The organization.') }
export const ofMember = {
  ...inOrganization,
  userId: id('The user behind the membership.'),
}
export const ofTeam = { ...inOrganization, teamId: id('The team.') }
export const ofTeamMember = {
  ...ofTeam,
  userId: id('The user who is or becomes a member.'),
}
export const inCollection = { collectionId: id('The collection.') }
export const inSpace = { spaceId: id('The space.') }
export const inSite = { ...inOrganization, siteId: id('The site.') }
export const ofSiteSpace = { ...inSite, siteSpaceId: id('The site-space.') }
export const ofSiteSection = { ...inSite, siteSectionId: id('The section.') }
export const ofSiteSectionGroup = { ...inSite, siteSectionGroupId: id('The group.') }
export const ofSiteExternalLink = {
  ...inSite,
  siteExternalLinkId: id('The external link.'),
}
export const ofSiteSectionInGroup = {
  ...ofSiteSectionGroup,
  siteSectionId: id('The section.'),
}
export const inRevision = { ...inSpace, revisionId: id('The revision.') }
export const inChangeRequest = {
  ...inSpace,
  changeRequestId: id('The change request, by its id or its number in the space.'),
}
export const withPage = { pageId: id('The page.') }
export const withFile = { fileId: id('The file.') }
export const withReusableContent = { reusableContentId: id('The reusable content.') }
export const withPagePath = {
  pagePath: Type.String({
    maxLength: 2048,
    description:
      'The slugs down to the page, joined by slashes, raw or encoded. Empty: the first page.',
  }),
}
export const ofAuditEvent = {
  ...inOrganization,
  auditEventId: id('The entry of the audit log.'),
}
export const ofImportRun = { ...inOrganization, importRunId: id('The import.') }
export const ofInvite = { ...inOrganization, inviteId: id('The invite.') }
export const ofUser = { userId: id('The user.') }
export const ofSession = { sessionId: id('The session, by its id and not its secret.') }
export const ofScimToken = {
  ...inOrganization,
  scimTokenId: id('The SCIM token, by its id and not its secret.'),
}
export const ofTokenIn = {
  ...inOrganization,
  tokenId: id('The API token, by its id and not its secret.'),
}
export const ofSignInMethod = {
  signInMethodId: id('The way to sign in, by its id.'),
}
export const ofToken = { tokenId: id('The API token, by its id and not its secret.') }

/** A filter on text has a size limit, because it is looked up in an index. */
export function textFilter(description: string) {
  return Type.Optional(Type.String({ maxLength: 256, description }))
}
