import type { JSONDocument } from '@lectern/content/document/nodes.ts'
import { read } from '@lectern/content/read/read.ts'
import * as fc from 'fast-check'

import { renderBody } from '#/blocks/render-body.tsx'
import type { BodyView, Diagram } from '#/model.ts'
import {
  renderActions,
  renderBreadcrumbs,
  renderDocument,
  renderError,
  renderFoot,
  renderFrame,
  renderHead,
  renderMissing,
  renderOutline,
  renderSearchPage,
  renderTree,
} from '#/shell/render.tsx'

import { document as anyDocument } from '../../../../content/test/arbitraries/document.ts'
import type { seeded } from '../../../../tools/gate.ts'
import { context, viewOf } from '../../page-view.ts'
import { poisoned } from '../../poisoned.ts'
import {
  customization,
  footView,
  frameView,
  headings,
  headView,
  hits,
  treeView,
} from '../../shell-views.ts'
import { attacks, markdownTraps } from './xss-attacks.ts'

export type Random = ReturnType<typeof seeded>

export const renderBreaks = ['unsafe href passes', 'raw HTML passes'] as const
export type RenderBreak = (typeof renderBreaks)[number]

/** Of the strings of a generated document, this share is an attack. */
const poisonedShare = 0.4

/** Bodies of hostile documents: half generated, half written as Markdown. */
export async function hostileBodies(
  random: Random,
  count: number,
  broken: RenderBreak | undefined,
): Promise<readonly string[]> {
  const seed = random.below(2 ** 31)
  const generated = fc.sample(anyDocument, { numRuns: Math.ceil(count / 2), seed })
  const bodies: string[] = []
  for (let at = 0; at < count; at += 1) {
    const made = generated[at / 2]
    const view = hostileView(random, made === undefined ? trapped(random) : made)
    bodies.push((await renderBody(view)) + plant(view, broken))
  }
  return bodies
}

/** One attack in each construct of Markdown, and every construct with each attack in a full run. */
function trapped(random: Random): JSONDocument {
  const some = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick(markdownTraps)(random.pick(attacks)),
  )
  return read(some.join('\n')).document
}

function hostileView(random: Random, made: JSONDocument): BodyView {
  const choose = chooser(random)
  const document = poisoned(made, choose)
  return viewOf(document, {
    title: choose() ?? 'Title',
    description: choose() ?? '',
    emoji: choose() ?? '',
    icon: choose() ?? '',
    cover: {
      asset: { src: choose() ?? '/files/a.png', name: choose() ?? '' },
      y: Number.NaN,
      size: 'full',
    },
    context: {
      language: choose() ?? 'en',
      resolve: (ref) =>
        ref.kind === 'url'
          ? { href: ref.url, title: choose() ?? '', isExternal: true }
          : context.resolve(ref),
      asset: (ref) =>
        ref.kind === 'url' ? { src: ref.url, name: choose() ?? '' } : context.asset(ref),
      reusable: () => document,
      diagram: () => random.pick(diagrams),
    },
  })
}

/** What the renderer knows of a diagram: its addresses are our own, and its source is not. */
const diagrams: readonly Diagram[] = [
  { kind: 'coming' },
  { kind: 'failed', failure: 'invalid' },
  {
    kind: 'drawn',
    light: '/~diagrams/a.light.svg',
    dark: '/~diagrams/a.dark.svg',
    width: 300,
    height: 200,
  },
]

function chooser(random: Random): () => string | undefined {
  return () => (random.next() < poisonedShare ? random.pick(attacks) : undefined)
}

/** What a renderer would add that trusts what it is given. */
function plant({ document }: BodyView, broken: RenderBreak | undefined): string {
  if (broken === undefined) return ''
  const strings = stringsIn(document)
  return broken === 'raw HTML passes'
    ? strings.join('')
    : strings.map((text) => `<a href="${escape(text)}">x</a>`).join('')
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

/** A page of each kind, hostile wherever somebody can write something. */
export async function hostilePages(random: Random): Promise<readonly string[]> {
  const choose = chooser(random)
  const shared = hostileFrame(choose)
  const view = <View>(given: View) => poisonedView(given, choose)
  const asked = { language: 'en', searchHref: '/~search', query: random.pick(attacks) }
  const destination = { href: '/a', title: 'A', description: 'B', isExternal: false }
  const [body = ''] = await hostileBodies(random, 1, undefined)
  return [
    renderDocument({
      ...shared,
      body,
      tree: renderTree(view(treeView), 'en'),
      breadcrumbs: renderBreadcrumbs(view([{ title: 'A', href: '/a' }]), 'en'),
      actions: renderActions({ markdownHref: '/a.md', pdfHref: '/a.pdf' }, 'en'),
      outline: renderOutline(view(headings), 'en'),
      foot: renderFoot(view(footView), 'en'),
    }),
    renderDocument({ ...shared, body: renderSearchPage({ ...asked, hits: view(hits) }) }),
    renderDocument({
      ...shared,
      body: renderMissing({ ...asked, homeHref: '/', suggestions: view([destination]) }),
    }),
    renderError({
      status: 404,
      language: 'en',
      direction: 'ltr',
      requestId: random.pick(attacks),
    }),
  ]
}

function hostileFrame(choose: () => string | undefined) {
  const settings = {
    ...customization,
    footer: { groups: [], copyright: choose() ?? '' },
    privacyPolicy: { url: choose() ?? '' },
  }
  const pictured = {
    ...headView,
    favicon: { light: '/x.png', dark: '/y.png' },
    socialImage: '/z.png',
  }
  return {
    language: 'en',
    direction: 'ltr',
    customization: settings,
    frame: renderFrame({ ...poisonedView(frameView, choose), customization: settings }),
    head: renderHead(poisonedView(pictured, choose)),
  } as const
}

/** What we make ourselves, and nobody can write. */
const ours = new Set([
  'id',
  'kind',
  'style',
  'language',
  'direction',
  'customization',
  'openAlong',
  'searchHref',
  'homeHref',
  'feedbackHref',
  'markdownHref',
  'feedHref',
  'themeHref',
  'styles',
  'scripts',
  'updatedAt',
])

function poisonedView<View>(view: View, choose: () => string | undefined): View {
  const poison = (value: unknown): unknown => {
    if (typeof value === 'string') return choose() ?? value
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(poison)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        ours.has(key) ? inner : poison(inner),
      ]),
    )
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- strings for strings: the shape stays
  return poison(view) as View
}
