import type {
  Drawing,
  Embed,
  File,
  Image,
  Images,
} from '@lectern/content/document/nodes.ts'
import type { FlowBlock, Fragment } from '@lectern/content/document/nodes.ts'
import { fragmentNamed } from '@lectern/content/document/walk.ts'
import { plainText } from '@lectern/content/look/plain-text.ts'
import { isEmptyParagraph } from '@lectern/content/document/shapes.ts'
import { createElement, type ReactNode } from 'react'

import type { Asset, Destination } from '#/model.ts'
import { label } from './bounds.ts'
import { classNames } from './class-names.ts'
import { LinkCard } from './link-card.tsx'
import { Anchor, destinationOf, outside } from './links.tsx'
import { localeOf } from './locale.ts'
import { mediaWordsFor } from './media-words.ts'
import type { BlockProps, Page } from './page.ts'
import { assetOf, Picture, referrerPolicyOf } from './pictures.tsx'
import { SignOf } from './signs.tsx'
import { type Video, videoAt } from './videos.ts'
import { fill } from './words.ts'

export function ImagesView({ block, page }: BlockProps<Images>) {
  if (block.nodes.length === 0) return null
  const { align, fullWidth, withFrame } = block.data
  return (
    <div
      className={classNames(
        'images',
        block.nodes.length > 1 && 'several',
        (align === 'left' || align === 'right') && `images-${align}`,
        fullWidth === true && 'full-width',
        withFrame === true && 'framed',
      )}
    >
      {block.nodes.map((image, index) => (
        <ImageView key={index} block={image} page={page} />
      ))}
    </div>
  )
}

function ImageView({ block, page }: BlockProps<Image>) {
  const { href, ...source } = block.data
  const to = destinationOf(page, href)
  const picture = <Picture page={page} source={source} />
  const name = label(source.alt || captionText(block) || to?.title || to?.href || '')
  return (
    <figure>
      {to === undefined ? (
        <Zoomed block={block} page={page}>
          {picture}
        </Zoomed>
      ) : (
        <Anchor to={to} page={page} className="image-link" name={name}>
          {picture}
        </Anchor>
      )}
      <Caption block={block} page={page} />
    </figure>
  )
}

/** A link to the file of a picture, which a script opens on the page. */
function Zoomed({ block, page, children }: BlockProps<Image> & { children: ReactNode }) {
  const { ref, refDark, alt } = block.data
  const asset =
    assetOf(page, ref) ?? (refDark === undefined ? undefined : assetOf(page, refDark))
  if (page.isPrinted || asset === undefined) return children
  const words = [mediaWordsFor(page.context.language).enlarge, label(alt ?? '')]
  return (
    <a
      className="image-link image-zoom"
      href={asset.src}
      aria-label={words.filter((word) => word !== '').join(': ')}
      referrerPolicy={referrerPolicyOf(asset)}
    >
      {children}
    </a>
  )
}

export function FileView({ block, page }: BlockProps<File>) {
  const asset = assetOf(page, block.data.ref)
  const caption = captionOf(block)
  if (asset === undefined && caption.length === 0) return null
  return (
    <figure className="file">
      {asset !== undefined && <FileCard asset={asset} page={page} />}
      <Caption block={block} page={page} />
    </figure>
  )
}

function FileCard({ asset, page }: { asset: Asset; page: Page }) {
  const name = label(asset.name) || label(asset.src)
  return (
    <a className="link-card" href={asset.src} download="">
      <span className="link-card-sign">
        <SignOf name="file" />
      </span>
      <span className="link-card-text">
        <span className="link-card-title">{name}</span>
        <span className="link-card-more">{fileText(asset, page.context.language)}</span>
      </span>
    </a>
  )
}

/** The kind and size of a file as far as known, such as `PDF · 1.2 MB`. */
function fileText({ name, contentType, bytes }: Asset, language: string): string {
  const ending = /\.([a-z\d]{1,8})$/iu.exec(name)?.[1]?.toUpperCase()
  const kind = ending ?? contentType?.split('/').at(-1)?.slice(0, 40)
  return [kind, bytes === undefined ? undefined : bytesText(bytes, language)]
    .filter((part) => part !== undefined)
    .join(' · ')
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

function bytesText(bytes: number, language: string): string {
  const power = Math.min(
    Math.floor(Math.log10(Math.max(bytes, 1)) / 3),
    byteUnits.length - 1,
  )
  const amount = bytes / 1000 ** power
  const options = {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    // The short name of the byte has no plural in English.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: amount < 10 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(localeOf(language), options).format(amount)
}

export function DrawingView({ block, page }: BlockProps<Drawing>) {
  const { ref, alt } = block.data
  if (ref === undefined) return null
  return (
    <div className="images drawing">
      <figure>
        <Picture page={page} source={{ ref, alt: alt ?? page.words.picture }} />
      </figure>
    </div>
  )
}

/**
 * An embed is a card with a link, a video of a well-known host one that plays it in its place:
 * neither loads anything from its host until the reader asks for it.
 */
export function EmbedView({ block, page }: BlockProps<Embed>) {
  const { url, fullWidth } = block.data
  const to = outside(url)
  const video = page.isPrinted ? undefined : videoAt(url)
  return (
    <figure className={classNames('embed', fullWidth === true && 'full-width')}>
      {to === undefined ? (
        <p>{label(url)}</p>
      ) : video === undefined ? (
        <LinkCard to={to} page={page} />
      ) : (
        <VideoCard to={to} video={video} page={page} />
      )}
      <Caption block={block} page={page} />
    </figure>
  )
}

function VideoCard({ to, video, page }: { to: Destination; video: Video; page: Page }) {
  const { play, playedFrom } = mediaWordsFor(page.context.language)
  return createElement(
    'lectern-video',
    { class: 'video', 'data-src': video.src },
    <Anchor to={to} page={page} className="link-card video-card">
      <span className="video-sign">
        <SignOf name="play" />
      </span>
      <span className="link-card-title">{play}</span>
      <span className="video-note">{fill(playedFrom, { host: video.host })}</span>
    </Anchor>,
  )
}

type Captioned = { readonly fragments: readonly Fragment[] } & (Image | File | Embed)

function Caption({ block, page }: BlockProps<Captioned>): ReactNode {
  const caption = captionOf(block)
  return caption.length === 0 ? null : <figcaption>{page.flow(caption)}</figcaption>
}

function captionOf(block: Captioned): readonly FlowBlock[] {
  const nodes = fragmentNamed(block, 'caption')?.nodes ?? []
  return nodes.every((node) => isEmptyParagraph(node)) ? [] : nodes
}

function captionText(block: Captioned): string {
  return captionOf(block)
    .map((node) => plainText(node))
    .join(' ')
}
