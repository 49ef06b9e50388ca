import { Type, type Static } from 'typebox'

import { constant, foundList, id, identifier, named, paging } from './common.ts'
import { defineOperations } from './operation.ts'
import { inOrganization, inSpace } from './parameters.ts'

/** Has no limit, because it contains the whole path of a page. */
const appUrl = Type.String({ format: 'uri' })
const score = Type.Number({
  minimum: 0,
  description: 'Higher is better. It follows from the place among what was found.',
})
const path = Type.String({
  description: 'The slugs from the top down to the page; for a section, its anchor too.',
})

export const searchSection = named(
  'SearchSection',
  Type.Object({
    id: id(
      'The anchor of its heading; the id of the page for what stands before the first heading.',
    ),
    title: Type.String(),
    path,
    score,
    body: Type.String({
      description: 'The part of its text that speaks most of what was asked for.',
    }),
    urls: Type.Object({ app: appUrl }),
  }),
)
export type SearchSection = Static<typeof searchSection>

export const searchPage = named(
  'SearchPage',
  Type.Object({
    id: id('The page.'),
    title: Type.String(),
    description: Type.String({ description: 'Empty where the page has none.' }),
    path,
    score,
    rank: Type.Integer({
      minimum: 1,
      description: 'Its place among all pages that were found.',
    }),
    sections: Type.Array(searchSection, {
      description: 'Where in the page it was found, best first.',
    }),
    ancestors: Type.Array(Type.Object({ title: Type.String() }), {
      description: 'The pages and groups it stands in, from the top down.',
    }),
    urls: Type.Object({ app: appUrl }),
  }),
)
export type SearchPage = Static<typeof searchPage>

export const searchSpace = named(
  'SearchSpace',
  Type.Object({
    type: constant('space'),
    id: identifier,
    title: Type.String(),
    score,
    pages: Type.Array(searchPage, {
      description: 'Its best pages, best first; search the space itself for all of them.',
    }),
  }),
)
export type SearchSpace = Static<typeof searchSpace>

const query = {
  query: Type.String({
    minLength: 1,
    maxLength: 512,
    pattern: '[^\\s]',
    examples: ['how to install'],
    description:
      'Words to look for, in any letter case and with or without accents. The last one may be unfinished; words "in quotes" must stand together, which is looked up in the first 5,000 sections that have all of them.',
  }),
  ...paging,
}

/** How much a search looks at, for the descriptions of all that search. */
export const lookedAt =
  'Where all words stand in very many sections, titles and headings are looked at first, then a part of all sections, openings of pages above all, and the others for a quarter of a second if those have too little; `countIsLowerBound` tells that there is more than was looked at, `partial` that time was over.'

export const searchOperations = defineOperations({
  searchSpaceContent: {
    method: 'GET',
    path: '/spaces/{spaceId}/search',
    tag: 'search',
    summary: 'Search a space',
    description: `Answers the pages of the main content that match, best first: by their title, then by headings, then by text; words that are only alike come last. Pages with \`noIndex\` are not found. ${lookedAt}`,
    caller: 'user',
    reach: 'organization',
    params: inSpace,
    query,
    status: 200,
    reply: foundList('SearchPageList', searchPage),
    errors: [400, 403, 404],
  },
  searchOrganizationContent: {
    method: 'GET',
    path: '/orgs/{organizationId}/search',
    tag: 'search',
    summary: 'Search all spaces of an organization',
    description: `Answers the spaces that have matching pages, the one with the best page first, each with its best pages. Only spaces that you may see are searched. ${lookedAt}`,
    caller: 'user',
    reach: 'organization',
    params: inOrganization,
    query,
    status: 200,
    reply: foundList('SearchSpaceList', searchSpace),
    errors: [400, 403, 404],
  },
})
