import type { ApiPart } from '@lectern/content/openapi/model.ts'
import { anchorOf, placesIn } from '@lectern/content/openapi/part-anchors.ts'

const placesMax = 500

/** The places inside of a part that can be linked to, such as `query limit`, each with an anchor. */
export function placesOf(part: ApiPart): ReadonlyMap<string, string> {
  const own = anchorOf(part).length + 1
  const places = new Map<string, string>()
  for (const { kind, name, anchor } of placesIn(part).slice(0, placesMax)) {
    const place = kind === 'parameter' ? name : `${kind} ${name}`.trim()
    if (!places.has(place)) places.set(place, anchor.slice(own))
  }
  return places
}

/** The anchor of a shared schema where a page shows it. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`
}
