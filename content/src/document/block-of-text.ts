import { kept } from './meta.ts'
import type { FlowBlock, Images, InlineImage, Phrasing } from './nodes.ts'
import { fragmentOf, paragraphOf, textOf } from './shapes.ts'

/** The block for a text alone in its paragraph: an image or a formula becomes its own block. */
export function blockOfText(phrasing: readonly Phrasing[]): FlowBlock {
  const [only, ...more] = phrasing
  if (only?.object === 'inline' && more.length === 0) {
    if (only.type === 'inline-math') {
      return {
        object: 'block',
        type: 'math',
        isVoid: true,
        data: only.data,
        ...kept({ ...only.meta }),
      }
    }
    const isPicture = only.type === 'inline-image' && only.data.size === undefined
    if (isPicture) return imagesOf(only)
  }
  return paragraphOf(phrasing)
}

function imagesOf({ data, meta }: InlineImage): Images {
  const { caption, size: _, ...image } = data
  const fragments =
    caption === undefined ? [] : [fragmentOf('caption', [paragraphOf([textOf(caption)])])]
  return {
    object: 'block',
    type: 'images',
    isVoid: false,
    data: {},
    nodes: [
      {
        object: 'block',
        type: 'image',
        isVoid: true,
        data: image,
        ...kept({ ...meta }),
        fragments,
      },
    ],
  }
}
