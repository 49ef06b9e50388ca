import type { FlowBlock, Phrasing } from '@lectern/content/document/nodes.ts'
import { phrasingText } from '@lectern/content/look/plain-text.ts'
import type { ReactNode } from 'react'

import { hasNamedIcon, NamedIcon } from '#/icons/named-icon.tsx'
import { isLandingLayout } from '#/landing-layout.ts'
import type { BodyView } from '#/model.ts'
import { bounded, label, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import { FlowView } from './flow.tsx'
import { LineView } from './line.tsx'
import { isLocale } from './locale.ts'
import { Notes } from './notes.tsx'
import { mediaWordsFor } from './media-words.ts'
import type { Page } from './page.ts'
import { referrerPolicyOf, safeAsset } from './pictures.tsx'
import { planOf, type PagePlan } from './plan.ts'
import { clamp } from './scale.ts'
import { wordsFor } from './words.ts'

/** A body in the parts that are rendered one by one, in this order. */
interface BodyParts {
  /** What belongs to the title. */
  readonly actions: ReactNode
  readonly flow: readonly (() => ReactNode)[]
}

/**
 * The parts of a body. Code has colours only if `loadGrammars` was awaited for its document first.
 */
export function bodyParts(view: BodyView): BodyParts {
  const plan = planOf(view)
  const page = pageAt(0, view, plan)
  const { nodes } = plan.document
  const actions = isLandingPage(view) ? leadingButtons(nodes) : []
  return {
    actions: actions.length > 0 && page.flow(actions),
    flow: [
      ...nodes.slice(actions.length).map((block) => () => page.flow([block])),
      () => <Notes notes={plan.notes} page={page} />,
    ],
  }
}

/** The body of a page, from its cover to its notes, around the markup of its blocks. */
export function Body({
  view,
  actions,
  flow,
}: {
  readonly view: BodyView
  readonly actions: ReactNode
  readonly flow: string
}) {
  const { context, layout } = view
  const words = wordsFor(context.language)
  const isLanding = isLandingPage(view)
  return (
    <div
      className={classNames(
        'body',
        layout.width === 'wide' && 'wide',
        isLanding && 'landing',
      )}
      lang={isLocale(context.language) ? context.language : undefined}
      dir={context.direction}
      data-copy={words.copy}
      data-copied-word={words.copied}
      data-failed-word={words.copyFailed}
      data-close-word={mediaWordsFor(context.language).close}
    >
      <Cover view={view} />
      <Head view={view}>{actions}</Head>
      <div className="flow" dangerouslySetInnerHTML={{ __html: flow }} />
    </div>
  )
}

function isLandingPage({ layout, among }: BodyView): boolean {
  return among === undefined && isLandingLayout(layout)
}

/** The paragraphs at the beginning that hold buttons alone, which belong to the title there. */
function leadingButtons(nodes: readonly FlowBlock[]): readonly FlowBlock[] {
  const end = nodes.findIndex((block) => !holdsButtonsAlone(block))
  return nodes.slice(0, end === -1 ? nodes.length : end)
}

function holdsButtonsAlone(block: FlowBlock): boolean {
  if (block.type !== 'paragraph') return false
  const shown = block.nodes.filter(
    (node) => phrasingText([node]).trim() !== '' || isButton(node),
  )
  return shown.length > 0 && shown.every(isButton)
}

function isButton(node: Phrasing): boolean {
  return node.object === 'inline' && node.type === 'button'
}

const titleTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

function Head({ view, children }: { view: BodyView; children?: ReactNode }) {
  const { title, description = '', emoji, icon, layout, among } = view
  const text = bounded(description.trim(), lengthMax.alternative)
  const Title = titleTags[among?.levelsLower ?? 0] ?? 'h6'
  // A page that hides its title still has one for readers who move by headings.
  return (
    <header className={layout.title ? 'body-head' : 'body-head title-hidden'}>
      <Title id={among?.id}>
        <TitleMark emoji={emoji} icon={icon} />
        {label(title)}
      </Title>
      {layout.description && text !== '' && <p className="body-description">{text}</p>}
      {children !== undefined && children !== false && (
        <div className="head-actions">{children}</div>
      )}
    </header>
  )
}

/** The emoji or icon in front of the title: an ornament, which screen readers skip. */
function TitleMark({
  emoji,
  icon,
}: {
  emoji: string | undefined
  icon: string | undefined
}) {
  if (emoji !== undefined && emoji !== '') {
    return (
      <span className="title-mark" aria-hidden="true">
        {label(emoji)}
      </span>
    )
  }
  return icon !== undefined && hasNamedIcon(icon) ? (
    <span className="title-mark">
      <NamedIcon name={icon} />
    </span>
  ) : null
}

function Cover({ view: { cover } }: { view: BodyView }) {
  const light = safeAsset(cover?.asset)
  const dark = safeAsset(cover?.dark)
  if (cover === undefined || (light ?? dark) === undefined) return null
  const place = `cover-at-${coverPlace(cover.y)}`
  const hasBoth = light !== undefined && dark !== undefined
  return (
    <div className={classNames('cover', cover.size === 'full' && 'cover-full')}>
      {[light, dark].map(
        (asset, index) =>
          asset !== undefined && (
            // React preloads large images in the head, except for those in a `picture`.
            <picture key={asset.src}>
              <img
                src={asset.src}
                alt=""
                className={classNames(
                  place,
                  hasBoth && (index === 0 ? 'only-light' : 'only-dark'),
                )}
                decoding="async"
                loading={hasBoth || asset.isExternal === true ? 'lazy' : undefined}
                referrerPolicy={referrerPolicyOf(asset)}
                width={asset.width}
                height={asset.height}
              />
            </picture>
          ),
      )}
    </div>
  )
}

/** The vertical position of the cover in percent, by tens: a positive `y` moves the image down. */
function coverPlace(y: number): number {
  return Number.isFinite(y) ? clamp(Math.round((50 - y / 5) / 10) * 10, 0, 100) : 50
}

/** The page as blocks at one depth know it: the blocks inside them are one deeper. */
function pageAt(depth: number, view: BodyView, plan: PagePlan): Page {
  const page: Page = {
    context: view.context,
    words: wordsFor(view.context.language),
    isPrinted: view.among !== undefined,
    idOf: (node) => plan.ids.get(node),
    levelOf: (node) => plan.levels.get(node) ?? 6,
    headingAbove: (node) => plan.api.headings.get(node),
    placeIn: (node, place) => plan.api.places.get(node)?.get(place),
    schemaHref(spec, name) {
      const id = plan.api.schemas.get(`${spec} ${name}`)
      return id === undefined
        ? view.context.api?.schemaHref(spec, name)
        : `#${encodeURIComponent(id)}`
    },
    isDrawn: (node) => plan.api.drawn.has(node),
    apiPartCount: plan.api.count,
    noteOf: (annotation) => plan.noteOf.get(annotation),
    isWorked: (node) => plan.worked.has(node),
    flow: (blocks) => (
      <FlowView blocks={blocks} page={pageAt(depth + 1, view, plan)} depth={depth} />
    ),
    line: (nodes) => <LineView nodes={nodes} page={page} isStill={false} />,
    still: (nodes) => <LineView nodes={nodes} page={page} isStill />,
  }
  return page
}
