/**
 * A request of the renderer that others run. `{name}` in a path, a query or a body stands for what
 * an answer before it said under that name.
 */
export interface RecordedCall {
  /** What it is for. */
  readonly when: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Whether it sends the token that the lookup of the address gave; the lookup itself has none. */
  readonly token: 'none' | 'site'
  /** `refused` is 403 or 404: it does without. */
  readonly status: number | 'refused'
  /** The parts of the answer that it reads without a guard. */
  readonly needs: readonly string[]
  /** What later requests take from the answer, by the path of it. */
  readonly keeps?: Readonly<Record<string, string>>
  /** Whether the answer is a document, each node of which needs more. */
  readonly isDocument?: true
}

const site = '/orgs/{organization}/sites/{site}'
const revision = '/spaces/{space}/revisions/{revision}'

const refused = ['error.code', 'error.message']

/** The page of a specification that the organization does not have. */
const computedPage = {
  source: {
    type: 'builtin:openapi',
    dependencies: { spec: { ref: { kind: 'openapi', spec: 'none' } } },
    props: { doc: 'models' },
  },
  seed: 'none',
}

const lookup = {
  method: 'POST',
  path: '/urls/published',
  token: 'none',
  status: 200,
} as const

const lookedUp = [
  'organization',
  'site',
  'siteSection',
  'siteSpace',
  'space',
  'pathname',
  'basePath',
  'siteBasePath',
  'canonicalUrl',
  'apiToken',
  'complete',
]

const asked = (url: string) => ({
  url,
  visitor: { unsignedClaims: {} },
  redirectOnError: false,
})

const customization = [
  'styling.theme',
  'styling.primaryColor',
  'styling.corners',
  'styling.font',
  'styling.background',
  'styling.icons',
  'styling.links',
  'styling.sidebar',
  'header',
  'footer.groups',
  'themes',
  'pdf',
  'feedback',
  'ai',
  'advancedCustomization',
  'git',
  'pageActions',
  'externalLinks',
  'pagination',
  'trademark',
  'privacyPolicy',
  'socialPreview',
  'insights',
  'internationalization',
  'favicon',
]

const ofPage = [
  'id',
  'title',
  'type',
  'kind',
  'slug',
  'path',
  'pages',
  'urls.app',
  ...['cover', 'coverSize', 'title', 'description', 'tableOfContents', 'outline'].map(
    (key) => `layout.${key}`,
  ),
  'layout.pagination',
  'layout.metadata',
  'layout.width',
]

/** The requests for one page of a site, in the order in which the renderer sends them. */
export const pageCalls: readonly RecordedCall[] = [
  {
    ...lookup,
    when: 'every request',
    body: asked('{url}'),
    needs: lookedUp,
    keeps: {
      organization: 'organization',
      site: 'site',
      siteSpace: 'siteSpace',
      space: 'space',
      token: 'apiToken',
      pathname: 'pathname',
    },
  },
  {
    when: 'every site',
    method: 'GET',
    path: `${site}/published`,
    token: 'site',
    status: 200,
    needs: [
      ...['id', 'type', 'title', 'visibility', 'published', 'siteSpaces'].map(
        (key) => `site.${key}`,
      ),
      'site.agentsContext',
      'site.urls.location',
      'site.urls.app',
      'site.urls.published',
      'structure.type',
      ...['id', 'title', 'path', 'urls.published', 'siteSpaces[].id'].map(
        (key) => `structure.structure[].${key}`,
      ),
      ...['space.id', 'space.title', 'space.urls.published', 'title', 'path'].map(
        (key) => `structure.structure[].siteSpaces[].${key}`,
      ),
      ...customization.map((key) => `customizations.site.${key}`),
      ...customization.map((key) => `customizations.siteSpaces.{siteSpace}.${key}`),
      'scripts',
    ],
  },
  {
    when: 'every page',
    method: 'GET',
    path: '/spaces/{space}',
    token: 'site',
    status: 200,
    needs: ['id', 'title', 'organization', 'revision', 'urls.app', 'urls.published'],
    keeps: { revision: 'revision' },
  },
  {
    when: 'every page',
    method: 'GET',
    path: revision,
    query: { metadata: 'true' },
    token: 'site',
    status: 200,
    needs: [
      'id',
      'pages',
      'files',
      'reusableContents',
      'createdAt',
      'urls.app',
      ...ofPage.map((key) => `pages[*]<document>.${key}`),
    ],
    keeps: { page: 'pages.0.id' },
  },
  {
    when: 'the body of a page',
    method: 'GET',
    path: `${revision}/page/{page}/document`,
    query: { evaluated: 'deterministic-only' },
    token: 'site',
    status: 200,
    needs: ['object', 'data', 'nodes'],
    isDocument: true,
  },
  {
    when: 'a page as Markdown',
    method: 'GET',
    path: `${revision}/page/{page}`,
    query: { format: 'markdown' },
    token: 'site',
    status: 200,
    needs: ['id', 'title', 'path', 'markdown'],
  },
]

/** Requests for what is not on every page, after those for a page of every block. */
export const otherCalls: readonly RecordedCall[] = [
  {
    when: 'a revision with reusable contents, files and pages below others',
    method: 'GET',
    path: revision,
    query: { metadata: 'true' },
    token: 'site',
    status: 200,
    needs: [
      ...['id', 'name', 'contentType', 'size', 'downloadURL'].map(
        (key) => `files[].${key}`,
      ),
      ...['id', 'title'].map((key) => `reusableContents[].${key}`),
    ],
    keeps: { reusableContent: 'reusableContents.0.id' },
  },
  {
    when: 'a reusable content',
    method: 'GET',
    path: `${revision}/reusable-contents/{reusableContent}/document`,
    query: { evaluated: 'deterministic-only' },
    token: 'site',
    status: 200,
    needs: ['object', 'data', 'nodes'],
    isDocument: true,
  },
  {
    when: 'a path that is in no tree',
    method: 'GET',
    path: `${site}/redirect`,
    query: { source: '/no-such-page' },
    token: 'site',
    status: 404,
    needs: refused,
  },
  {
    when: 'a path that is in no tree, as that of a page before',
    method: 'GET',
    path: `${revision}/path/no-such-page`,
    token: 'site',
    status: 404,
    needs: refused,
  },
  {
    when: 'a path of the tree',
    method: 'GET',
    path: `${revision}/path/changelog`,
    token: 'site',
    status: 200,
    needs: ofPage.filter((key) => key !== 'pages'),
  },
  {
    when: 'the search box',
    method: 'POST',
    path: `${site}/search`,
    body: { query: 'install', scope: { mode: 'all' } },
    token: 'site',
    status: 200,
    needs: [
      ...['id', 'title'].map((key) => `items[].${key}`),
      ...['id', 'title', 'path', 'sections'].map((key) => `items[].pages[].${key}`),
    ],
  },
  {
    when: 'the search box, in the words of older clients',
    method: 'POST',
    path: `${site}/search`,
    body: { query: 'install', mode: 'current', siteSpaceId: '{siteSpace}' },
    token: 'site',
    status: 200,
    needs: ['items[].pages[].path'],
  },
  {
    when: 'what readers do, from a proxy without a token',
    method: 'POST',
    path: `${site}/insights/events`,
    body: {
      events: [
        {
          type: 'page_view',
          session: {
            visitorId: 'v1',
            sessionId: 's1',
            cookies: {},
            ip: '192.0.2.7',
            userAgent: 'Reader/1',
            language: 'en',
            referrer: null,
          },
          location: {
            url: '{url}',
            siteSection: null,
            siteSpace: '{siteSpace}',
            siteShareKey: null,
            space: '{space}',
            revision: '{revision}',
            page: '{page}',
          },
        },
      ],
    },
    token: 'none',
    status: 204,
    needs: [],
  },
  ...absentCalls(),
  {
    ...lookup,
    when: 'an address that no site has',
    body: asked('https://nowhere.example/'),
    status: 404,
    needs: refused,
  },
]

/** Requests for pages that are made from a specification, after those for one of them. */
export const computedCalls: readonly RecordedCall[] = [
  {
    when: 'a revision with computed pages',
    method: 'GET',
    path: revision,
    query: { metadata: 'true' },
    token: 'site',
    status: 200,
    needs: ['pages[].computed', 'pages[].computedSeed'],
    keeps: {
      spec: 'pages.0.computed.dependencies.spec.ref.spec',
      doc: 'pages.0.computed.props.doc',
      seed: 'pages.0.computedSeed',
    },
  },
  {
    when: 'the specification that a page shows',
    method: 'GET',
    path: '/orgs/{organization}/openapi/{spec}/versions/latest/content',
    token: 'site',
    status: 200,
    needs: [
      'url',
      ...['filename', 'isEntrypoint', 'text', 'specification.paths'].map(
        (key) => `filesystem[].${key}`,
      ),
    ],
  },
  {
    when: 'a computed page',
    method: 'POST',
    path: '/spaces/{space}/content/computed/document',
    body: {
      source: {
        type: 'builtin:openapi',
        dependencies: { spec: { ref: { kind: 'openapi', spec: '{spec}' } } },
        props: { doc: '{doc}' },
      },
      seed: '{seed}',
    },
    token: 'site',
    status: 200,
    needs: ['object', 'data', 'nodes'],
    isDocument: true,
  },
]

/** Requests for what is not there, which the renderer does without. */
function absentCalls(): readonly RecordedCall[] {
  const requests = [
    ['GET', '/spaces/{space}/embed', 'an address that is embedded'],
    ['GET', '/orgs/{organization}/openapi/none/versions/latest/content', 'OpenAPI'],
    ['POST', '/integrations/none/render', 'a block of an integration'],
    ['POST', '/spaces/{space}/content/computed/document', 'a computed page'],
    ['GET', '/spaces/{space}/documents/none', 'a computed page by its document'],
    ['GET', '/spaces/{space}/change-requests/1', 'the preview of a change request'],
    ['GET', '/users/nobody', 'a person who is named'],
  ] as const
  return requests.map(([method, path, when]) => ({
    when: `${when}, which is not there`,
    method,
    path,
    ...(method === 'POST' && { body: computedPage }),
    token: 'site',
    status: 'refused',
    needs: refused,
  }))
}
