import { kept } from '#/document/meta.ts'
import type { Drawing, FlowBlock, Image, Images, InlineImage } from '#/document/nodes.ts'
import { readRef } from '#/document/references.ts'
import { fragmentOf } from '#/document/shapes.ts'
import { defined, otherAttributes, readFlag, refuseOthers } from './attributes.ts'
import { elementsIn, paragraph, type BlockReading } from './block-reading.ts'
import type { HtmlElement } from './html-node.ts'
import { readAsset, readPicture, readSize, sizeAttributes } from './read-inlines.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

/** Reads `<figure>` with its images and caption. */
export function readFigure(element: HtmlElement, reading: BlockReading): Images {
  return images(figureImages(element, reading))
}

const groupAttributes = ['align', 'data-full-width', 'data-with-frame']

/** Whether a `<div>` only groups the figures in it. */
export function isImageGroup({ attributes, children }: HtmlElement): boolean {
  const parts = children.filter((node) => !isBlank(node))
  const isGroup = Object.keys(attributes).some((name) => groupAttributes.includes(name))
  return (
    parts.length > 0 &&
    parts.every(
      (node) =>
        node.type === 'element' &&
        (node.name === 'figure' ||
          (isGroup && (node.name === 'img' || node.name === 'picture'))),
    )
  )
}

/** Reads `<div align="left" data-with-frame="true">` around figures. */
export function readImageGroup(element: HtmlElement, reading: BlockReading): Images {
  const { align } = element.attributes
  const isKnown = align === 'left' || align === 'center' || align === 'right'
  return images(
    elementsIn(element).flatMap((child) => figureImages(child, reading)),
    {
      data: defined<Images['data']>({
        align: isKnown ? align : undefined,
        fullWidth: readFlag(element.attributes['data-full-width']),
        withFrame: readFlag(element.attributes['data-with-frame']),
      }),
      ...kept(
        otherAttributes(element, isKnown ? groupAttributes : groupAttributes.slice(1)),
      ),
    },
  )
}

/** The block for an image that is alone in its paragraph. */
export function imagesFromInline({ data, meta }: InlineImage): Images {
  const { caption, size: _none, ...rest } = data
  const blocks = caption === undefined ? [] : [paragraph([plain(caption)])]
  return images([image({ data: rest, ...kept({ ...meta }) }, blocks)])
}

/** Reads `<img class="gitbook-drawing" src="x.drawing.svg">`. */
export function readDrawing(element: HtmlElement): Drawing {
  const { src, alt } = element.attributes
  return {
    object: 'block',
    type: 'drawing',
    isVoid: true,
    data: defined<Drawing['data']>({
      ref: src === undefined ? undefined : readAsset(src),
      alt: alt === '' ? undefined : alt,
    }),
    ...kept(otherAttributes(element, ['class', 'src', 'alt'])),
  }
}

export function isDrawing({ name, attributes }: HtmlElement): boolean {
  return name === 'img' && attributes['class'] === 'gitbook-drawing'
}

function images(
  nodes: readonly Image[],
  said: Pick<Images, 'data' | 'meta'> = { data: {} },
): Images {
  if (nodes.length === 0) refuse('<figure> without an image')
  return { object: 'block', type: 'images', isVoid: false, ...said, nodes }
}

function image(said: Pick<Image, 'data' | 'meta'>, caption: readonly FlowBlock[]): Image {
  return {
    object: 'block',
    type: 'image',
    isVoid: true,
    ...said,
    fragments: caption.length > 0 ? [fragmentOf('caption', caption)] : [],
  }
}

function figureImages(element: HtmlElement, reading: BlockReading): Image[] {
  if (element.name !== 'figure') return [readImage(element, [])]
  refuseOthers(element, [])
  const parts = elementsIn(element)
  const captions = parts.filter(({ name }) => name === 'figcaption')
  const pictures = parts.filter(({ name }) => name !== 'figcaption')
  const [captionElement] = captions
  if (captions.length > 1 || (captions.length === 1 && pictures.length !== 1)) {
    return refuse('captions of <figure>')
  }
  if (captionElement !== undefined) refuseOthers(captionElement, [])
  const caption =
    captionElement === undefined ? [] : reading.flow(captionElement.children)
  return pictures.map((picture) => readImage(picture, caption))
}

const emptyImage = {
  refDark: undefined,
  width: undefined,
  height: undefined,
  alt: undefined,
  href: undefined,
}

function readImage(element: HtmlElement, caption: readonly FlowBlock[]): Image {
  if (element.name === 'a') {
    refuseOthers(element, ['href'])
    const [inside, ...more] = elementsIn(element)
    if (inside === undefined || more.length > 0) return refuse('content of <figure>')
    const linked = readImage(inside, caption)
    const href = readRef(element.attributes['href'] ?? '')
    return { ...linked, data: { ...linked.data, href } }
  }
  const picture = readPicture(element)
  if (picture === undefined) return refuse(`element <${element.name}> in <figure>`)
  const { ref, refDark } = picture
  return image(
    {
      data: defined<Image['data']>({
        ...emptyImage,
        ref,
        refDark,
        alt: picture.image.attributes['alt'] || undefined,
        ...readSize(picture.image),
      }),
      ...kept(
        otherAttributes(picture.image, sizeAttributes(picture.image, ['src', 'alt'])),
      ),
    },
    caption,
  )
}

function plain(text: string) {
  return {
    object: 'text',
    leaves: [{ object: 'leaf', text, marks: [] }],
  } as const
}
