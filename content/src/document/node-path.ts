import type { NodePlace } from './walk.ts'

/** The place of a node, as people write it: `nodes[3].fragments[0].nodes[1]`. */
export function nodePath(place: NodePlace): string {
  const steps: string[] = []
  for (let step: NodePlace | undefined = place; step !== undefined; step = step.parent) {
    if (step.slot !== undefined) steps.push(`${step.slot}[${step.index}]`)
  }
  return steps.toReversed().join('.')
}
