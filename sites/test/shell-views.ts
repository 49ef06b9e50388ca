import type { SiteCustomizationSettings } from '@lectern/contract/site-customization.ts'

import type { FootView, FrameView, HeadView, TreeView } from '#/model.ts'
import type { SearchHit } from '#/search-answer.ts'
import type { HeadingEntry } from '#/shell/views.ts'

/** Views of a site that has everything, for tests of what stands around a page. */

const same = (color: string) => ({ light: color, dark: color })

const codeThemes = { light: 'default-light', dark: 'default-dark' } as const

export const customization: SiteCustomizationSettings = {
  styling: {
    theme: 'clean',
    primaryColor: same('#346ddb'),
    infoColor: same('#787878'),
    successColor: same('#007c57'),
    warningColor: same('#fe9a00'),
    dangerColor: same('#fb2c36'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'JetBrainsMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
    codeTheme: { default: codeThemes, openapi: codeThemes },
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [], copyright: '© 2026 Halyard Works' },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: true },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: true },
  pageActions: {
    externalAI: false,
    markdown: true,
    mcp: false,
    items: ['markdown', 'git', 'pdf'],
  },
  socialAccounts: [],
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: { url: 'https://example.com/privacy' },
  socialPreview: {},
  insights: { trackingCookie: false },
}

/** A few settings changed, the rest as above. */
export function customizedWith(
  styling: Partial<SiteCustomizationSettings['styling']>,
  others: Partial<SiteCustomizationSettings> = {},
): SiteCustomizationSettings {
  return {
    ...customization,
    ...others,
    styling: { ...customization.styling, ...styling },
  }
}

export const frameView: FrameView = {
  siteTitle: 'Halyard',
  homeHref: '/',
  language: 'en',
  direction: 'ltr',
  customization,
  headerLinks: [
    { title: 'Blog', href: 'https://example.com/blog', style: 'link', links: [] },
    {
      title: 'Community',
      style: 'link',
      links: [
        { title: 'Forum', href: 'https://example.com/forum' },
        { title: 'Events', href: 'https://example.com/events' },
      ],
    },
    {
      title: 'Get started',
      href: '/guides/start',
      style: 'button-primary',
      links: [],
    },
  ],
  sections: [
    { title: 'Guides', href: '/', icon: 'book-open', isCurrent: true, children: [] },
    { title: 'API', href: '/api', icon: 'code', isCurrent: false, children: [] },
    {
      title: 'Clients',
      isCurrent: false,
      children: [
        {
          title: 'TypeScript',
          href: '/clients/typescript',
          description: 'For Node and browsers',
          isCurrent: false,
          children: [],
        },
        { title: 'Go', href: '/clients/go', isCurrent: false, children: [] },
      ],
    },
    { title: 'Changelog', href: '/changelog', isCurrent: false, children: [] },
  ],
  variants: [
    { title: 'v3', href: '/', language: 'en', isCurrent: true },
    { title: 'v2', href: '/v2', language: 'en', isCurrent: false },
    { title: 'Deutsch', href: '/de', language: 'de', isCurrent: false },
    { title: 'العربية', href: '/ar', language: 'ar', isCurrent: false },
  ],
  footerGroups: [
    {
      title: 'Product',
      links: [
        { title: 'Pricing', href: 'https://example.com/pricing' },
        { title: 'Status', href: 'https://example.com/status' },
      ],
    },
    {
      title: 'Company',
      links: [
        { title: 'About', href: 'https://example.com/about' },
        { title: 'Contact', href: 'mailto:hello@example.com' },
      ],
    },
  ],
  searchHref: '/search',
  announcement: {
    message: 'Halyard 3 is here.',
    style: 'info',
    link: { title: 'See what is new', href: '/changelog' },
  },
}

const page = (id: string, title: string, children: TreeView['entries'] = []) => ({
  id,
  kind: 'page' as const,
  title,
  href: `/${id}`,
  children,
})

export const treeView: TreeView = {
  entries: [
    { ...page('welcome', 'Welcome'), emoji: '👋' },
    { ...page('quickstart', 'Quickstart'), icon: 'rocket' },
    {
      id: 'basics',
      kind: 'group',
      title: 'Basics',
      children: [
        page('install', 'Install', [
          page('install-linux', 'On Linux'),
          page('install-macos', 'On macOS'),
          page('install-containers', 'In containers', [
            page('install-compose', 'Docker Compose'),
            page('install-kubernetes', 'Kubernetes'),
          ]),
        ]),
        page('configure', 'Configure'),
        page('deploy', 'Deploy', [page('deploy-zero', 'Without downtime')]),
      ],
    },
    {
      id: 'operate',
      kind: 'group',
      title: 'Operate',
      children: [
        page('backup', 'Back up and restore'),
        page('monitor', 'Monitor'),
        page('upgrade', 'Upgrade from one major version to the next'),
        {
          id: 'status',
          kind: 'link',
          title: 'Status page',
          href: 'https://example.com/status',
          children: [],
        },
      ],
    },
  ],
  openAlong: ['basics', 'install', 'install-containers', 'install-compose'],
}

export const headings: readonly HeadingEntry[] = [
  { id: 'before-you-begin', title: 'Before you begin', level: 2 },
  { id: 'write-the-file', title: 'Write the file', level: 2 },
  { id: 'volumes', title: 'Volumes', level: 3 },
  { id: 'networks', title: 'Networks', level: 3 },
  { id: 'start', title: 'Start everything', level: 2 },
  { id: 'what-next', title: 'What next', level: 2 },
]

export const headView: HeadView = {
  title: 'Docker Compose',
  siteTitle: 'Halyard',
  description: 'Run Halyard and everything it needs with one file.',
  canonical: 'https://docs.example.com/install-compose',
  language: 'en',
  direction: 'ltr',
  isIndexed: true,
  alternates: [
    { language: 'en', href: 'https://docs.example.com/install-compose' },
    { language: 'de', href: 'https://docs.example.com/de/install-compose' },
    { language: 'x-default', href: 'https://docs.example.com/install-compose' },
  ],
  breadcrumbs: [
    { title: 'Install', href: '/install' },
    { title: 'Docker Compose', href: '/install-compose' },
  ],
  markdownHref: '/install-compose.md',
  feedHref: '/rss.xml',
  updatedAt: '2026-11-02T09:30:00.000Z',
  styles: [],
  scripts: [],
  fonts: [],
  themeHref: '/theme.css',
}

export const footView: FootView = {
  previous: { href: '/install-macos', title: 'On macOS', isExternal: false },
  next: { href: '/install-kubernetes', title: 'Kubernetes', isExternal: false },
  updatedAt: '2026-11-02T09:30:00.000Z',
  editHref: 'https://example.com/edit',
  feedbackHref: '/feedback',
}

export const hits: readonly SearchHit[] = [
  {
    href: '/install-compose',
    title: 'Docker Compose',
    trail: ['Basics', 'Install', 'In containers'],
    excerpt: 'Run Halyard and everything it needs with one compose file.',
    sections: [
      {
        href: '/install-compose#volumes',
        title: 'Volumes',
        excerpt: 'Where compose keeps what must not be lost.',
      },
    ],
  },
  {
    href: '/deploy-zero',
    title: 'Without downtime',
    trail: ['Basics', 'Deploy'],
    excerpt:
      'A release that nobody notices takes some care: how to compose a rollout in which no request fails.',
    sections: [],
  },
]
