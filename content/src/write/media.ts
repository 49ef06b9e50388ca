import { isBare, kept } from '#/document/meta.ts'
import type { Drawing, Fragment, Image, Images, InlineImage } from '#/document/nodes.ts'
import { plainParagraph } from '#/document/shapes.ts'
import { htmlFromImages } from '#/html/write-images.ts'

import type { WriteContext } from './context.ts'
import { writeMarkdownImage } from './phrasing.ts'

/** Writes images: one with only an alternative text or title as Markdown, any others as figures. */
export function writeImages(images: Images, context: WriteContext): string {
  const image = loneImage(images)
  const markdown = image === undefined ? undefined : writeMarkdownImage(image, 'flow')
  return markdown ?? htmlFromImages(images, context)
}

export function writeDrawing(drawing: Drawing, context: WriteContext): string {
  return htmlFromImages(drawing, context)
}

/** The inline image that, alone, is read as this block; undefined when the block has more data. */
export function loneImage(images: Images): InlineImage | undefined {
  const [image, ...more] = images.nodes
  if (image === undefined || more.length > 0) return undefined
  if (!isBare(images) || image.data.href !== undefined) return undefined
  const caption = captionOf(image)
  if (caption === undefined && image.fragments.length > 0) return undefined
  const { href: _, ...rest } = image.data
  return {
    object: 'inline',
    type: 'inline-image',
    isVoid: true,
    data: { ...rest, ...(caption !== undefined && { caption }) },
    ...kept({ ...image.meta }),
  }
}

/** A caption that can be a title: plain text that is not empty. */
function captionOf({ fragments }: Image): string | undefined {
  const [fragment]: readonly Fragment[] = fragments
  const caption = fragment === undefined ? undefined : plainParagraph(fragment)
  return caption === '' ? undefined : caption
}
