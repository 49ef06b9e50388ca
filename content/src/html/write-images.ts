import type { Drawing, Images } from '#/document/nodes.ts'
import type { HtmlContext } from './html-context.ts'
import { drawingHtml, imagesHtml } from './images-html.ts'
import { blockWriting } from './write-blocks.ts'

/** A group of images as `<figure>`s, or a drawing as `<img>`. */
export function htmlFromImages(block: Drawing | Images, context: HtmlContext): string {
  return block.type === 'drawing'
    ? drawingHtml(block)
    : imagesHtml(block, blockWriting(context))
}
