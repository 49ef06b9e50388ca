import plan from '../../src/floor-plan.json' with { type: 'json' }

const wings: readonly (readonly [wing: string, features: readonly string[]])[] =
  Object.entries(plan.features)

/** Every folder that the floor plan has a place for, from the bottom up. */
export const partsOfPlan: readonly string[] = [
  ...plan['content-store'].map((folder) => `content-store/${folder}`),
  ...wings.flatMap(([wing, features]) =>
    features.map((feature) => `features/${wing}/${feature}`),
  ),
]

/** The feature, or the folder of the content store, that a file is in. */
export function partOf(file: string): string | undefined {
  return /^server\/src\/(features\/[^/]+\/[^/]+|content-store\/[^/]+)\//.exec(file)?.[1]
}

/** How high in the plan the part of a file stands; -1 for a file that is in no part. */
export function placeOf(file: string): number {
  return partsOfPlan.indexOf(partOf(file) ?? '')
}
