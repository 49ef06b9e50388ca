import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  siteCustomizationChoices,
  siteCustomizationOverrides,
  siteCustomizationSettings,
} from '@lectern/contract/site-customization.ts'
import { Check } from 'typebox/value'

import { defaultCustomization } from './default-customization.ts'
import {
  patchedOverrides,
  siteSettings,
  siteSpaceSettings,
} from './merge-customization.ts'

const pages = { kind: 'url', url: 'https://example.com/' } as const

describe('the default customization', () => {
  it('is complete, and what a site has that nobody customized', () => {
    assert.ok(Check(siteCustomizationChoices, defaultCustomization))
    const shown = siteSettings(undefined)
    assert.ok(Check(siteCustomizationSettings, shown))
    assert.deepEqual(siteSettings({}), shown)
    assert.partialDeepStrictEqual(shown, defaultCustomization)
  })

  it('fills in what did not exist yet when settings were stored', () => {
    const { insights, ...old } = siteSettings(undefined)
    assert.deepEqual(siteSettings({ ...old, pdf: {} }), { ...old, insights })
  })

  it('lists the page actions that are switched on, wherever their switch is', () => {
    const { pageActions } = siteSettings(undefined)
    assert.deepEqual(pageActions.items, ['markdown', 'pdf'])
    const others = siteSettings({
      pageActions: { externalAI: true, markdown: false, mcp: true },
      git: { showEditLink: true },
      pdf: { enabled: false },
    })
    assert.deepEqual(others.pageActions.items, ['external-ai', 'mcp', 'git'])
  })
})

describe('overrides', () => {
  it('need nothing, and take null wherever a setting stands', () => {
    assert.ok(Check(siteCustomizationOverrides, {}))
    const nothing = Object.keys(defaultCustomization).map((name) => [name, null])
    assert.ok(Check(siteCustomizationOverrides, Object.fromEntries(nothing)))
    for (const styling of [
      { theme: null, font: null, sidebar: null },
      { sidebar: { list: null } },
      { primaryColor: null, tint: null, search: 'subtle' },
    ]) {
      assert.ok(Check(siteCustomizationOverrides, { styling }))
    }
    assert.ok(!Check(siteCustomizationOverrides, { styling: { theme: 'loud' } }))
    assert.ok(!Check(siteCustomizationOverrides, { styling: { primaryColor: '#fff' } }))
  })

  it('count in place of the site, setting by setting and not deeper', () => {
    const stored = patchedOverrides(undefined, {
      title: 'Other',
      styling: {
        sidebar: { list: 'pill' },
        primaryColor: { light: '#111', dark: '#222' },
      },
      header: { links: [{ title: 'Home', to: pages, links: [] }] },
    })
    const merged = siteSpaceSettings(defaultCustomization, stored)
    assert.equal(merged.title, 'Other')
    assert.deepEqual(merged.styling.sidebar, { background: 'default', list: 'pill' })
    assert.deepEqual(merged.styling.primaryColor, { light: '#111', dark: '#222' })
    assert.deepEqual(merged.header.links.length, 1)
    assert.equal(merged.header.preset, 'default')
    assert.deepEqual(merged.footer, defaultCustomization.footer)
  })

  it('are taken back by null, alone or a whole branch at once, and stay when not named', () => {
    const first = patchedOverrides(undefined, {
      styling: { theme: 'bold', sidebar: { list: 'line', background: 'filled' } },
      pdf: { enabled: false },
    })
    const second = patchedOverrides(first, { styling: { sidebar: { list: null } } })
    assert.deepEqual(second, {
      styling: { theme: 'bold', sidebar: { background: 'filled' } },
      pdf: { enabled: false },
    })
    assert.deepEqual(patchedOverrides(second, { styling: null }), {
      pdf: { enabled: false },
    })
    assert.deepEqual(
      patchedOverrides({ pdf: { enabled: true } }, { pdf: { enabled: null } }),
      {},
    )
  })

  it('keep nothing that the contract does not name, in alternatives either', () => {
    const link = {
      title: 'Home',
      extra: 1,
      to: { ...pages, more: 2 },
      links: [],
      style: 'link',
    }
    const given = {
      favicon: { emoji: '1f680', other: 1 },
      styling: { font: 'Inter', made: 'up' },
      header: { links: [link] },
      unknown: true,
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- more than the contract knows, as callers may send it
    assert.deepEqual(patchedOverrides(undefined, given as object), {
      favicon: { emoji: '1f680' },
      styling: { font: 'Inter' },
      header: { links: [{ title: 'Home', style: 'link', to: pages, links: [] }] },
    })
  })
})
