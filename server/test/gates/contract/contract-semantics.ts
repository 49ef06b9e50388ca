import type { OperationId } from '@lectern/contract/operations.ts'

/** A refusal with `invalid_request` of something that the schema of the contract accepts. */
export interface Semantic {
  readonly operations: readonly OperationId[]
  readonly says: RegExp
  readonly because: string
}

/**
 * What a JSON Schema cannot say, so that only the server can refuse it. The list may only shrink:
 * an entry that no request of a run needs fails the gate.
 */
export const semantics: readonly Semantic[] = [
  {
    operations: [
      'addSectionToSite',
      'addSpaceToSite',
      'addSectionGroupToSite',
      'updateSiteSectionById',
      'updateSiteSectionGroupById',
      'updateSiteSpaceById',
    ],
    says: /There are no (?:drafts of|hidden) |begins with its first page on a site|has its own title on every site/,
    because:
      'what a newer client says of parts is refused in words where it would be dropped',
  },
  {
    operations: ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    says: /as it was answered, or leave it out\./,
    because:
      'what nobody can choose yet is taken only as the settings of the site have it',
  },
  {
    operations: ['createOrganization', 'updateOrganizationById'],
    says: /is not a mail domain such as/,
    because: 'whether a text is a mail domain depends on the length of each label',
  },
  {
    operations: ['createOrganizationTeam', 'updateMembersInOrganizationTeam'],
    says: /is not a member of the organization/,
    because: 'who is a member is known to the database only',
  },
  {
    operations: ['inviteToSpace', 'inviteToCollection', 'inviteToSite'],
    says: /Nobody was given a role\. no (?:member|team) of the organization: /i,
    because: 'who is a member and which teams there are is known to the database only',
  },
  {
    operations: ['createSpace', 'createChangeRequest', 'applyTemplateToSpace'],
    says: /body\.(?:template\.)?params\.contentRefs\..* is no place of the template/s,
    because: 'each template has places of its own',
  },
  {
    operations: ['updateOrganizationAgentInstructions'],
    says: /body\.instructions\.nodes.* (?:has|is|must) /s,
    because: 'nodes nest without bound, and the document model says what each may hold',
  },
  {
    operations: ['updateOrganizationById'],
    says: /body\.logo must be an http or https URL/,
    because: 'the contract says URI, and pages show it as it is',
  },
  {
    operations: ['updateOrganizationById', 'updateSpaceById'],
    says: /body\.mergeRules\.rules\.\d+\.expression is no expression that can be read/,
    because: 'a JSON Schema has no grammar of expressions',
  },
  {
    operations: ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    says: /body\.header\.links\[\d+\]\.condition (?:is no expression that can be read|reads )/,
    because: 'a JSON Schema has no grammar of expressions',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ has a condition that cannot be read/,
    because: 'a JSON Schema has no grammar of expressions',
  },
  {
    operations: ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    says: /\.to must be an http or https URL/,
    because: 'what a browser takes for a URL is more than a pattern can say',
  },
  {
    operations: ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    says: /\.to\.space names .* which is no space here/s,
    because: 'which spaces there are is known to the database only',
  },
  {
    operations: ['updateSiteAdaptiveSchema'],
    says: /body\.jsonSchema(?:\.properties)? has |body\.jsonSchema\.properties\..* (?:has |must )/s,
    because:
      'claims nest without bound, and a keyword that is not known is refused by name',
  },
  {
    operations: ['getSitePublishingPreviewById'],
    says: /query\.claims (?:has |does not fit)/,
    because: 'a JSON Schema has no grammar of Rison, and the site says which claims fit',
  },
  {
    operations: ['createSiteRedirect', 'updateSiteRedirectById'],
    says: /body\.destination leads to nothing on this site/,
    because: 'what a site shows is known to the database only',
  },
  {
    operations: ['updateSiteById'],
    says: /body\.(?:defaultSiteSpace|defaultSiteSection) must be /,
    because: 'what a site consists of is known to the database only',
  },
  {
    operations: ['updateSiteSectionById'],
    says: /The site-space .* is not in this section/s,
    because: 'what a section consists of is known to the database only',
  },
  {
    operations: ['trackEventsInSiteById'],
    says: /happened more than five minutes away from now/,
    because: 'what is news depends on the clock',
  },
  {
    operations: ['aggregateSiteEvents'],
    says: /not counted|grouped by|`where` takes no|compared with `in`|must be a column of|must be before|a range of at most|A range has at most|Hours are stored|one `interval`/,
    because:
      'the contract says what each column is, not which were counted together and when',
  },
  {
    operations: ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    says: /which is no font of this organization/,
    because: 'which fonts there are is known to the database only',
  },
  {
    operations: ['duplicateSiteSpace'],
    says: /There are no drafts of site-spaces/,
    because: 'the field is in the published client, and only its default is true here',
  },
  {
    operations: ['startImportRun'],
    says: /An import that mirrors is about all of the space/,
    because: 'whether there may be a page depends on the mode',
  },
  {
    operations: ['createCustomFont', 'updateCustomFont'],
    says: /\.weight is \d+, which another face has too/,
    because: 'a schema tells whole faces apart, not their weights',
  },
  {
    operations: ['createOpenAPISpec'],
    says: /body\.slug is "[^"]+", which another specification has/,
    because: 'which slugs are taken is known to the database only',
  },
  {
    operations: ['putOpenAPISpecOverlay'],
    says: /body\.text is no OpenAPI Overlay document/,
    because: 'the contract says text, and the server which texts are overlays',
  },
  {
    operations: ['getSpacePDF', 'getChangeRequestPDF'],
    says: /`only` is true, and there is no `page`/,
    because:
      'the contract says what each parameter of a query is, not what they are together',
  },
  {
    operations: ['reportChangeRequestCheck'],
    says: /body\.(?:link must be an http or https URL|revision names )/,
    because:
      'the contract says URI, and which revisions there are is known to the database only',
  },
  {
    operations: ['updateSpaceById'],
    says: /body\.icon (?:must be an http or https URL|cannot be set together with)/,
    because:
      'the contract says URI, and the server says which of two fields to leave out',
  },
  {
    operations: ['createSpace'],
    says: /body\.(?:computedSource has the type |\w+ cannot be set together with)/,
    because: 'from which sources content can be computed depends on the server',
  },
  {
    operations: ['getComputedDocument', 'getComputedRevision'],
    says: /body\.source has the type /,
    because: 'from which sources content can be computed depends on the server',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:has the type .*, from which nothing is computed here|names the OpenAPI specification )/s,
    because: 'which specifications there are is known to the database only',
  },
  {
    operations: ['sendOpenAPISpecRequest'],
    says: /body\.url is no address of this operation/,
    because: 'where a specification may be asked is known to the database only',
  },
  {
    operations: ['updateOrganizationInviteById'],
    says: /leads to the organization itself: send its/,
    because: 'which of the two a link takes depends on where it leads',
  },
  {
    operations: ['createOrganizationSAMLProvider', 'updateOrganizationSAMLProvider'],
    says: /body\.certificate must be an X\.509 certificate/,
    because: 'a JSON Schema has no grammar of certificates',
  },
  {
    operations: ['setPassword'],
    says: /body\.password (?:is one that many people use|must have |holds what is no)/,
    because:
      'which passwords are common, and how many characters one has in its normal form, is known to the server only',
  },
  {
    operations: ['createUserAPIToken', 'createOrganizationAPIToken', 'createSCIMToken'],
    says: /body\.expiresAt/,
    because: 'whether a time is still to come depends on the clock',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:(?:names|reverts) the (?:page|file|reusable content|base) .*which (?:is|was) no|(?:changes the text of|puts a page into|gives a target to) .*which is (?:a|no) |would leave the space with over)/s,
    because: 'what stands in the space is known to the database only',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:names a block that the page does not have|edits a block that another change)/,
    because: 'the keys of blocks follow from the text of the page',
  },
  {
    operations: ['updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:needs exactly one of|names the conflict .* which is not open)/s,
    because: 'which conflicts there are follows from both sides of the merge',
  },
  {
    operations: ['updateChangeRequestById', 'requestReviewersForChangeRequest'],
    says: /body\.description /,
    because: 'nodes nest without bound, and each kind has rules of its own',
  },
  {
    operations: ['requestReviewersForChangeRequest'],
    says: /body\.(?:users|teams)\.\d+ names /,
    because: 'who may view the space, and which teams there are, the database knows',
  },
  {
    operations: ['submitChangeRequestReview'],
    says: /body\.comment\.document(?:\.nodes| makes a text of more than)/,
    because: 'nodes nest without bound, and what counts is the length of their Markdown',
  },
  {
    operations: [
      'postCommentInSpace',
      'updateCommentInSpace',
      'postCommentReplyInSpace',
      'updateCommentReplyInSpace',
      'postCommentInChangeRequest',
      'updateCommentInChangeRequest',
      'postCommentReplyInChangeRequest',
      'updateCommentReplyInChangeRequest',
    ],
    says: /body\.body\.document(?:\.nodes| makes a text of more than)/,
    because: 'nodes nest without bound, and what counts is the length of their Markdown',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:has a document whose nodes|makes a text of more than)/,
    because: 'nodes nest without bound, and their Markdown is counted in bytes',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ uses the ref .* again/s,
    because: 'a schema cannot compare the names that several changes give',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ has a title without a letter/,
    because: 'what counts as space is more than a pattern of the contract can say',
  },
  {
    operations: ['updateSpaceContent', 'updateChangeRequestContent'],
    says: /body\.changes\.\d+ (?:names both |names several sources for one file|says a contentType but brings no bytes)/,
    because: 'the contract tells the shapes of changes apart by their operation alone',
  },
]
