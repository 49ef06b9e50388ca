import { createHash } from 'node:crypto'

import type { Assets } from '#/assets/assets.ts'
import { customFontNeededFirst, fontsNeededFirst } from '#/shell/fonts.ts'
import {
  renderActions,
  renderBreadcrumbs,
  renderDocument,
  renderFoot,
  renderFrame,
  renderHead,
  renderTree,
} from '#/shell/render.tsx'
import type { Frame } from '#/shell/views.ts'
import { type ByteLru, byteLru } from '#/serve/cache/byte-lru.ts'
import { digestOf } from '#/serve/cache/digest.ts'
import type { Metrics, PartKind } from '#/serve/metrics.ts'
import { actionsView, footView } from '#/serve/views/foot-view.ts'
import { frameView } from '#/serve/views/frame-view.ts'
import {
  breadcrumbs,
  headView,
  type PageAssets,
  plainHeadView,
} from '#/serve/views/head-view.ts'
import type { PageReading, Reading } from '#/serve/views/reading.ts'
import { treeView } from '#/serve/views/tree-view.ts'

import type { Bodies } from './bodies.ts'
import type { PreparedReading } from './readings.ts'
import type { Themes } from './theme.ts'

type PreparedPage = PreparedReading & Pick<PageReading, 'current'>

export interface ComposerOptions {
  readonly assets: Pick<Assets, 'fonts' | 'styles' | 'scripts'>
  readonly bodies: Bodies
  readonly themes: Themes
  readonly metrics: Metrics
  readonly bytesMax: number
}

export interface ComposedPage {
  readonly html: string
  /** Whether caches may store it until the content changes. */
  readonly isSettled: boolean
  /** The origins of the servers that its operations can be sent to. */
  readonly connectsTo: readonly string[]
}

/** Composes pages from parts, most of which are cached under a digest of their content. */
export class Composer {
  readonly #options: ComposerOptions
  readonly #parts: ByteLru<string>
  readonly #frames: ByteLru<Frame>

  constructor(options: ComposerOptions) {
    this.#options = options
    this.#parts = byteLru(options.bytesMax * 0.9)
    this.#frames = byteLru(options.bytesMax * 0.1)
  }

  async page(reading: PreparedPage): Promise<ComposedPage> {
    const { language, direction, customization, current } = reading
    const head = headView(reading, this.#pageAssets(reading))
    const foot = footView(reading)
    const body = await this.#options.bodies.of(reading)
    const crumbs = breadcrumbs(reading)
    const actions = actionsView(reading)
    const html = renderDocument({
      language,
      direction,
      customization,
      head: this.#part('head', JSON.stringify(head), () => renderHead(head)),
      frame: this.#frame(reading, current),
      tree: this.#tree(reading),
      hasTreeColumn: current.page.layout.tableOfContents,
      breadcrumbs: this.#part(
        'head',
        `crumbs ${language} ${JSON.stringify(crumbs)}`,
        () => renderBreadcrumbs(crumbs, language),
      ),
      actions: this.#part('foot', `actions ${language} ${JSON.stringify(actions)}`, () =>
        renderActions(actions, language),
      ),
      body: body.html,
      outline: body.outline,
      foot: this.#part('foot', `${language} ${JSON.stringify(foot)}`, () =>
        renderFoot(foot, language),
      ),
      width: current.page.layout.width,
    })
    const { isSettled, connectsTo } = body
    return { html, isSettled, connectsTo }
  }

  /** A page without content of its authors, such as search results, in the frame of the site. */
  plain(reading: PreparedReading, title: string, body: string): string {
    const { language, direction, customization } = reading
    const head = plainHeadView(reading, title, this.#pageAssets(reading))
    const view = { entries: reading.entries, openAlong: [] }
    return renderDocument({
      language,
      direction,
      customization,
      head: renderHead(head),
      frame: this.#frame(reading),
      tree: this.#part('tree', `${reading.entriesDigest} ${language}`, () =>
        renderTree(view, language),
      ),
      body,
    })
  }

  /** The style sheets of the site, for documents outside its frame, such as prints. */
  stylesOf(reading: Reading): readonly string[] {
    const { styles, themeHref } = this.#pageAssets(reading)
    return [...styles, themeHref]
  }

  #part(kind: PartKind, shows: string, render: () => string): string {
    const key = `${kind}:${digestOf(shows)}`
    const known = this.#parts.get(key)
    if (known !== undefined) return known
    this.#options.metrics.count('renders', kind)
    const html = render()
    this.#parts.set(key, html, html.length * 2)
    return html
  }

  #frame(reading: Reading, current?: PageReading['current']): Frame {
    const view = frameView(reading, current)
    const key = digestOf(JSON.stringify(view))
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    this.#options.metrics.count('renders', 'frame')
    const made = renderFrame(view)
    const characters = made.before.length + made.menu.length + made.after.length
    this.#frames.set(key, made, characters * 2)
    return made
  }

  #tree(reading: PreparedPage): string {
    const view = treeView(reading.entries, reading)
    const shows = `${reading.entriesDigest} ${reading.language} ${view.openAlong.join(' ')}`
    return this.#part('tree', shows, () => renderTree(view, reading.language))
  }

  #pageAssets({ site, customization, language }: Reading): PageAssets {
    const { assets, themes } = this.#options
    const prefix = `${site.siteBasePath}~assets/`
    const { font } = customization.styling
    const custom = customFontNeededFirst(font)
    return {
      styles: assets.styles.map((name) => prefix + name),
      scripts: assets.scripts.map((name) => prefix + name),
      fonts: [
        ...fontsNeededFirst(font, language, assets.fonts).map((name) => prefix + name),
        ...(custom === undefined ? [] : [`${site.siteBasePath}~fonts/${custom}`]),
      ],
      themeHref: `${site.siteBasePath}~theme/${themes.nameOf(customization)}`,
    }
  }
}

/** The tag of a page, made from its plain bytes and weak, since its compressed forms share it. */
export function etagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}
