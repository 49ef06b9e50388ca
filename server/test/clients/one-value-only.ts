import type { OperationId } from '@lectern/contract/operations.ts'

const ofSettings = ['styling.codeTheme']

/** The keys of bodies of 0.202.0 of which one value is taken, and every other refused with 400. */
export const oneValueOnly: Partial<Record<OperationId, readonly string[]>> = {
  addSectionGroupToSite: ['draft'],
  addSectionToSite: ['draft', 'pageId'],
  addSpaceToSite: ['draft', 'pageId', 'title'],
  duplicateSiteSpace: ['draft'],
  overrideSiteSpaceCustomizationById: ofSettings,
  updateSiteCustomizationById: [...ofSettings, 'pageActions.items', 'socialAccounts'],
  updateSiteSectionById: ['draft'],
  updateSiteSectionGroupById: ['draft'],
  updateSiteSpaceById: ['draft', 'hidden', 'pageId'],
}
