import type { SiteCustomizationChoices } from '@lectern/contract/site-customization.ts'

const both = (color: string) => ({ light: color, dark: color })

/**
 * The default of every required setting: renderers read each without checking whether it exists.
 */
export const defaultCustomization: SiteCustomizationChoices = {
  styling: {
    theme: 'clean',
    primaryColor: { light: '#2457C5', dark: '#7AA2F7' },
    infoColor: both('#5B8DEF'),
    successColor: both('#2E9E6B'),
    warningColor: both('#D9902F'),
    dangerColor: both('#D6455D'),
    corners: 'rounded',
    depth: 'subtle',
    links: 'default',
    font: 'Inter',
    monospaceFont: 'IBMPlexMono',
    background: 'plain',
    icons: 'regular',
    sidebar: { background: 'default', list: 'default' },
    search: 'prominent',
  },
  internationalization: { locale: 'en' },
  favicon: {},
  header: { preset: 'default', links: [] },
  footer: { groups: [] },
  themes: { default: 'light', toggeable: true },
  pdf: { enabled: true },
  feedback: { enabled: true },
  ai: { mode: 'none' },
  advancedCustomization: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: false, markdown: true, mcp: false },
  externalLinks: { target: 'self' },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
}
