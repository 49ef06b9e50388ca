import plan from '../../src/floor-plan.json' with { type: 'json' }

const layers = ['platform', 'access', 'content-store', 'features', 'start']

const wings: readonly (readonly [wing: string, features: readonly string[]])[] =
  Object.entries(plan.features)

/** Every folder that the floor plan has a place for, from the bottom up. */
export const partsOfPlan: readonly string[] = [
  ...plan['content-store'].map((folder) => `content-store/${folder}`),
  ...wings.flatMap(([wing, features]) =>
    features.map((feature) => `features/${wing}/${feature}`),
  ),
]

interface Height {
  readonly layer: number
  /** Within its layer; below everything for what is no part of the plan. */
  readonly part: number
}

/** How high in the house a file of the server stands; undefined for what is outside of it. */
export function heightOf(file: string): Height | undefined {
  const inside = /^server\/src\/(([^/]+)\/.+)$/.exec(file)
  if (inside === null) return undefined
  const [, below = '', layer = ''] = inside
  return {
    layer: layers.indexOf(layer),
    part: partsOfPlan.findIndex((part) => below.startsWith(`${part}/`)),
  }
}

/** A test knows every part of its layer, and may start the whole. */
export function isAbove(to: Height, from: Height, isFromTest: boolean): boolean {
  if (!isFromTest) {
    return to.layer > from.layer || (to.layer === from.layer && to.part > from.part)
  }
  return to.layer > from.layer && to.layer < layers.indexOf('start')
}
