import type { FlowBlock, Images, InlineImage, Phrasing } from './nodes.ts'
import { paragraphOf, textOf } from './shapes.ts'

/** The block for a text alone in its paragraph: an image or a formula becomes its own block. */
export function blockOfText(phrasing: readonly Phrasing[]): FlowBlock {
  const [only, ...more] = phrasing
  if (only?.object === 'inline' && more.length === 0) {
    if (only.type === 'inline-math') {
      return { object: 'block', type: 'math', isVoid: true, data: only.data }
    }
    const isPicture = only.type === 'inline-image' && only.data.size === undefined
    if (isPicture) return imagesOf(only)
  }
  return paragraphOf(phrasing)
}

function imagesOf({ data }: InlineImage): Images {
  const { caption, size: _, ...image } = data
  const fragments =
    caption === undefined
      ? []
      : [
          {
            object: 'fragment' as const,
            fragment: 'caption' as const,
            nodes: [paragraphOf([textOf(caption)])],
          },
        ]
  return {
    object: 'block',
    type: 'images',
    isVoid: false,
    data: {},
    nodes: [{ object: 'block', type: 'image', isVoid: true, data: image, fragments }],
  }
}
