import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

import { customization, customizedWith } from '#test/shell-views.ts'

import { contrast, contrastMin, type Hex, parseColor } from './colors.ts'
import { errorStyle } from './error-style.ts'
import { type Mode, type Palette, paletteOf, statuses } from './palette.ts'
import { customFontNeededFirst, fontsNeededFirst } from './fonts.ts'
import { themeCss } from './theme-css.ts'

/** Pseudo-random numbers, the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const themes = ['clean', 'muted', 'bold', 'gradient'] as const
const presets = ['default', 'bold', 'contrast', 'custom', 'none'] as const
const modes: readonly Mode[] = ['light', 'dark']

/** Every text colour with every background that it is used on. */
function pairs(palette: Palette): readonly (readonly [string, Hex, Hex])[] {
  const reading = [
    palette.background,
    palette.surface,
    palette.primarySurface,
    palette.sidebar,
  ]
  return [
    ...reading.flatMap((background) => [
      ['text', palette.text, background] as const,
      ['muted', palette.muted, background] as const,
      ['primary', palette.primary, background] as const,
    ]),
    ['text on the glow', palette.text, palette.glow],
    ['muted on the glow', palette.muted, palette.glow],
    ['primary on the glow', palette.primary, palette.glow],
    ['text on primary', palette.primaryText, palette.primary],
    ['text on the chosen colour', palette.solidText, palette.solid],
    ['header', palette.headerText, palette.header],
    ...statuses.flatMap((name) => {
      const { color, surface } = palette.status[name]
      return [palette.background, palette.surface, surface].map(
        (background) => [name, color, background] as const,
      )
    }),
  ]
}

test('whatever colours are chosen, every text can be read where it stands', () => {
  const random = createRandom(7)
  const color = () =>
    `#${Math.floor(random() * 0x1_00_00_00)
      .toString(16)
      .padStart(6, '0')}`
  const themed = () => ({ light: color(), dark: color() })
  for (let round = 0; round < 2000; round += 1) {
    const settings = customizedWith(
      {
        theme: themes[round % themes.length] ?? 'clean',
        primaryColor: themed(),
        infoColor: themed(),
        successColor: themed(),
        warningColor: themed(),
        dangerColor: themed(),
        sidebar: { background: round % 2 === 0 ? 'filled' : 'default', list: 'default' },
        ...(round % 3 === 0 ? { tint: { color: themed() } } : {}),
      },
      {
        header: {
          preset: presets[round % presets.length] ?? 'default',
          backgroundColor: themed(),
          linkColor: themed(),
          links: [],
        },
      },
    )
    for (const mode of modes) {
      for (const [name, text, background] of pairs(paletteOf(settings, mode))) {
        const measured = contrast(text, background)
        assert.ok(
          measured >= contrastMin,
          `${name} ${text} on ${background} has ${measured.toFixed(2)}:1 in ${JSON.stringify(settings.styling)}`,
        )
      }
    }
  }
})

test('contrast is what WCAG measures', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.equal(contrast('#777777', '#777777'), 1)
  assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(parseColor('#Fa0'), '#ffaa00')
})

test('nothing that was written into the settings reaches the style sheet as it was', () => {
  const hostile = 'red;}body{background:url(//evil.example)}/*</style><script>'
  const themed = { light: hostile, dark: hostile }
  const font = {
    id: hostile,
    custom: true,
    fontFamily: hostile,
    fontFaces: [
      { weight: 400, sources: [{ url: `https://files.example/~fonts/a/b/${hostile}` }] },
    ],
  }
  const css = themeCss(
    customizedWith(
      {
        primaryColor: themed,
        infoColor: themed,
        successColor: themed,
        warningColor: themed,
        dangerColor: themed,
        tint: { color: themed },
        font,
        monospaceFont: font,
        // Invalid values, as a settings object without validation could hold.
        ...Object.fromEntries(['corners', 'icons', 'links'].map((key) => [key, hostile])),
      },
      {
        header: {
          preset: 'custom',
          backgroundColor: themed,
          linkColor: themed,
          links: [],
        },
      },
    ),
    { customFontFolder: '../~fonts/' },
  )
  assert.doesNotMatch(css, /evil|script|body\{|url\(/)
  assert.equal(css.match(/\{/g)?.length, 1)
})

const ownFont = (url: string, more: object = {}) => ({
  id: 'f1',
  custom: true,
  fontFamily: 'Own Face',
  fontFaces: [{ weight: 400, sources: [{ url, format: 'woff2' as const }] }],
  ...more,
})
const fontUrl = 'https://files.example/~files/~fonts/org1/file1/a-signature_1'

test('a font of the organization is loaded from the site itself, by its id', () => {
  const options = { customFontFolder: '../~fonts/' }
  const css = (url: string) => themeCss(customizedWith({ font: ownFont(url) }), options)
  assert.match(
    css(fontUrl),
    /^@font-face\{font-family:"custom-font-f1";font-weight:400;font-display:swap;src:url\("\.\.\/~fonts\/file1\.woff2"\) format\("woff2"\)\}/,
  )
  assert.match(css(fontUrl), /--font-body:"custom-font-f1", ui-sans-serif/)
  assert.equal(customFontNeededFirst(ownFont(fontUrl)), 'file1.woff2')
  for (const url of [
    'https://fonts.evil.example/a.woff2',
    `${fontUrl}?x=\\`,
    'https://files.example/~fonts/org1/../file1/s',
    'https://files.example/~fonts/org1/fi"le1/s',
    'javascript:alert(1)',
    'not a url',
  ]) {
    assert.doesNotMatch(css(url), /@font-face/, url)
    assert.equal(customFontNeededFirst(ownFont(url)), undefined)
  }
})

test('no name of a font gets out of its place in the style sheet', () => {
  const options = { customFontFolder: '../~fonts/' }
  const usual = themeCss(customizedWith({ font: ownFont(fontUrl) }), options)
  for (const name of [
    '"}body{display:none}',
    '\\',
    '</style><script>',
    'a\nb',
    '*/',
    ';',
  ]) {
    const named = ownFont(fontUrl, { fontFamily: name })
    assert.equal(themeCss(customizedWith({ font: named }), options), usual, name)
    const identified = ownFont(fontUrl, { id: name })
    const css = themeCss(customizedWith({ font: identified }), options)
    assert.doesNotMatch(css, /@font-face|custom-font/, name)
    assert.match(css, /--font-body:ui-sans-serif/)
  }
})

test('every named font has a system font to fall back to', () => {
  const css = themeCss(
    customizedWith({ font: 'Merriweather', monospaceFont: 'FiraCode' }),
  )
  assert.match(css, /--font-body:Merriweather, ui-serif/)
  assert.match(css, /--font-mono:"Fira Code", ui-monospace/)
  assert.doesNotMatch(css, /@font-face|url\(/)
})

test('every property that a theme sets has a value without one', async () => {
  const sheet = await readFile(new URL('../styles/theme.css', import.meta.url), 'utf8')
  const flat = customizedWith({ depth: 'flat' })
  const set = [...themeCss(flat).matchAll(/^(--[a-z-]+):/gm)].map(([, name]) => name)
  assert.ok(set.length > 25)
  for (const name of set) assert.ok(sheet.includes(`  ${name}:`), name)
})

const onOneLine = (css: string) => css.replaceAll(/\s+/g, ' ')

test('error pages have the colours and fonts of a page without a theme', async () => {
  const sheet = await readFile(new URL('../styles/theme.css', import.meta.url), 'utf8')
  const own = [...errorStyle.matchAll(/^ {2}(--[a-z-]+): .+;$/gm)].map(([line]) => line)
  assert.ok(own.length > 5)
  for (const line of own) assert.ok(onOneLine(sheet).includes(onOneLine(line)), line)
})

test('corners, depth, links and icons each change the sheet', () => {
  const plain = themeCss(customization)
  for (const styling of [
    { corners: 'straight' },
    { corners: 'circular' },
    { depth: 'flat' },
    { links: 'accent' },
    { icons: 'solid' },
    { icons: 'thin' },
    { theme: 'muted' },
    { theme: 'gradient' },
    { theme: 'bold' },
  ] as const) {
    assert.notEqual(themeCss(customizedWith(styling)), plain, JSON.stringify(styling))
  }
})

const fonts = ['normal', 'italic'].flatMap((style) =>
  ['latin', 'cyrillic'].map((subset) => ({
    name: `inter-${subset}-${style}.woff2`,
    family: 'Inter',
    subset,
    style: style === 'italic' ? ('italic' as const) : ('normal' as const),
    weight: '100 900',
    range: 'U+0-FF',
  })),
)

test('a named font is loaded from the site itself, part by part', () => {
  const css = themeCss(customizedWith({ font: 'Inter', monospaceFont: 'FiraCode' }), {
    fonts,
    fontFolder: '../~assets/',
  })
  assert.equal(css.match(/@font-face/gu)?.length, 4)
  assert.ok(css.includes('url("../~assets/inter-latin-normal.woff2") format("woff2")'))
  const other = themeCss(customizedWith({ font: 'ABCFavorit' }), { fonts })
  assert.ok(!other.includes('@font-face'))
})

test('a page needs the part of its language at once', () => {
  const first = (language: string) => fontsNeededFirst('Inter', language, fonts)
  assert.deepEqual(first('en'), ['inter-latin-normal.woff2'])
  assert.deepEqual(first('ru-RU'), ['inter-cyrillic-normal.woff2'])
  assert.deepEqual(fontsNeededFirst('Ubuntu', 'en', fonts), [])
})
