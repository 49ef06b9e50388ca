import { isBare } from '#/document/meta.ts'
import type { Drawing, Image, Images } from '#/document/nodes.ts'
import { spellRef } from '#/document/references.ts'
import { spellLength } from './attributes.ts'
import type { BlockWriting } from './block-writing.ts'
import { openingTag, spellFlag } from './write-attributes.ts'
import { pictureHtml } from './write-phrasing.ts'

/** One figure for each image, in a `<div>` for several figures or for the data of the group. */
export function imagesHtml(images: Images, writing: BlockWriting): string {
  const figures = images.nodes.map((image) => figureHtml(image, writing)).join('')
  const { align, fullWidth, withFrame } = images.data
  if (images.nodes.length === 1 && isBare(images)) return figures
  const opening = openingTag(
    'div',
    {
      align,
      'data-full-width': spellFlag(fullWidth),
      'data-with-frame': spellFlag(withFrame),
    },
    images.meta?.attributes,
  )
  return `${opening}${figures}</div>`
}

export function drawingHtml({ data: { ref, alt }, meta }: Drawing): string {
  const src = ref === undefined ? undefined : spellRef(ref)
  return openingTag(
    'img',
    { src, alt: alt ?? '', class: 'gitbook-drawing' },
    meta?.attributes,
  )
}

function figureHtml({ data, meta, fragments }: Image, writing: BlockWriting): string {
  const { ref, refDark, width, height, alt = '', href } = data
  const image = openingTag(
    'img',
    {
      src: spellRef(ref),
      alt,
      width: width === undefined ? undefined : spellLength(width),
      height: height === undefined ? undefined : spellLength(height),
    },
    meta?.attributes,
  )
  const picture = refDark === undefined ? image : pictureHtml(image, spellRef(refDark))
  const linked =
    href === undefined
      ? picture
      : `${openingTag('a', { href: spellRef(href) })}${picture}</a>`
  const [caption] = fragments
  return `<figure>${linked}<figcaption>${captionHtml(caption?.nodes ?? [], writing)}</figcaption></figure>`
}

function captionHtml(
  blocks: NonNullable<Image['fragments'][number]>['nodes'],
  writing: BlockWriting,
): string {
  const html = writing.blocks(blocks)
  return html === '' || html.startsWith('<p') ? html : wrapLine(blocks, html)
}

/** Puts a caption of one paragraph into a `<p>`. */
function wrapLine(
  blocks: NonNullable<Image['fragments'][number]>['nodes'],
  html: string,
): string {
  return blocks.length === 1 && blocks[0]?.type === 'paragraph' ? `<p>${html}</p>` : html
}
