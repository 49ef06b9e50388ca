/** A stored rule about who sees something, the function that applies it, and the test of that. */
export interface SeeingRule {
  /** A field of what callers send, and the operations that store it. */
  readonly field: string
  readonly operations: readonly string[]
  readonly appliedBy: { readonly file: string; readonly name: string }
  readonly testedBy: string
}

const specs = 'server/src/features/references/openapi-specs'
const publishing = 'server/src/features/publishing'
const published = `${publishing}/published-sites`
const editing = ['updateChangeRequestContent', 'updateSpaceContent']

/**
 * Every stored rule about seeing. A field of that kind outside this list would be kept and applied
 * nowhere.
 */
export const seeingRules: readonly SeeingRule[] = [
  {
    field: 'active',
    operations: ['updateSiteShareLinkById'],
    appliedBy: {
      file: `${publishing}/site-share-links/is-share-link-active.ts`,
      name: 'isShareLinkActive',
    },
    testedBy: `${publishing}/site-share-links/site-share-links.test.ts`,
  },
  {
    field: 'adaptiveContent',
    operations: ['updateSiteById'],
    appliedBy: { file: `${published}/grounds.ts`, name: 'partFor' },
    testedBy: `${published}/seen-content.test.ts`,
  },
  {
    field: 'condition',
    operations: editing,
    appliedBy: {
      file: 'server/src/content-store/sight/seen-entries.ts',
      name: 'seenEntries',
    },
    testedBy: `${published}/seen-content.test.ts`,
  },
  {
    field: 'condition',
    operations: ['overrideSiteSpaceCustomizationById', 'updateSiteCustomizationById'],
    appliedBy: { file: `${published}/published-view.ts`, name: 'withLinksThatHold' },
    testedBy: `${published}/visitors.test.ts`,
  },
  {
    field: 'condition',
    operations: ['updateSiteSectionById', 'updateSiteSpaceById'],
    appliedBy: { file: `${published}/audience.ts`, name: 'visiblePart' },
    testedBy: `${published}/visitors.test.ts`,
  },
  {
    field: 'condition',
    operations: ['addExternalLinkToSite', 'updateSiteExternalLinkById'],
    appliedBy: { file: `${published}/audience.ts`, name: 'visiblePart' },
    testedBy: 'sites/test/external-links.test.ts',
  },
  {
    field: 'defaultLevel',
    operations: ['updateCollectionById', 'updateSpaceById'],
    appliedBy: { file: 'server/src/access/content-access.ts', name: 'contentActorOf' },
    testedBy: 'server/src/features/moving/links/backlinks.test.ts',
  },
  {
    field: 'hidden',
    operations: editing,
    appliedBy: { file: 'sites/src/serve/views/reading.ts', name: 'isListed' },
    testedBy: 'sites/test/serving.test.ts',
  },
  {
    field: 'hidden',
    operations: ['updateSiteSpaceById'],
    appliedBy: {
      file: `${publishing}/site-structure/refuse-unseen.ts`,
      name: 'refuseUnseen',
    },
    testedBy: 'server/test/clients/newer-parts.test.ts',
  },
  {
    field: 'jsonSchema',
    operations: ['updateSiteAdaptiveSchema'],
    appliedBy: { file: `${publishing}/site-adaptive/claims-fit.ts`, name: 'claimsFit' },
    testedBy: `${published}/visitors.test.ts`,
  },
  {
    field: 'noIndex',
    operations: editing,
    appliedBy: {
      file: 'server/src/content-store/search/select-search-pages.ts',
      name: 'isFindable',
    },
    testedBy: 'server/src/features/writing/search/search.test.ts',
  },
  {
    field: 'noRobotsIndex',
    operations: editing,
    appliedBy: { file: 'sites/src/serve/views/reading.ts', name: 'isIndexed' },
    testedBy: 'sites/test/serving.test.ts',
  },
  {
    field: 'visibility',
    operations: ['createSite', 'updateSiteById'],
    appliedBy: { file: `${published}/grounds.ts`, name: 'isOpenTo' },
    testedBy: `${published}/visitors.test.ts`,
  },
  {
    field: 'visibility',
    operations: ['updateOpenAPISpecBySlug'],
    appliedBy: { file: `${specs}/spec-routes.ts`, name: 'findFile' },
    testedBy: `${specs}/openapi-specs.test.ts`,
  },
]
