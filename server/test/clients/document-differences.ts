import { isRecord } from '@lectern/content/document/checks.ts'

import type { ClientSchemas } from './client-schemas.ts'

/** Says where each node of a document differs from a client's schema for its type. */
export function documentDifferences(schemas: ClientSchemas) {
  const nameOf = namesByType(schemas)
  return (document: unknown): ReadonlySet<string> => {
    const found = new Set<string>()
    const waiting: unknown[] = [document]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (!isRecord(node)) continue
      for (const one of differencesOf(schemas, nameOf, node)) found.add(one)
      for (const inside of [node['nodes'], node['fragments']]) {
        if (Array.isArray(inside)) for (const one of inside) waiting.push(one)
      }
    }
    return found
  }
}

function differencesOf(
  schemas: ClientSchemas,
  nameOf: ReadonlyMap<string, string>,
  node: Readonly<Record<string, unknown>>,
): readonly string[] {
  const object = String(node['object'])
  const type = typeof node['type'] === 'string' ? node['type'] : object
  if (object === 'fragment' && type === object) return ['fragment: has no type']
  const name = fixedNames[object] ?? nameOf.get(`${object} ${type}`)
  if (name === undefined) return [`${type}: has no schema`]
  return schemas.differences(name, node).map((difference) => `${type}: ${difference}`)
}

const fixedNames: Readonly<Record<string, string>> = {
  document: 'JSONDocument',
  text: 'DocumentText',
  fragment: 'DocumentFragment',
}

/** The schema of each type of block and inline: the one that has the type as a constant. */
function namesByType({ names, schema }: ClientSchemas): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const name of names) {
    if (!/^Document(?:Block|Inline)/.test(name)) continue
    const { properties } = schema(name)
    if (!isRecord(properties)) continue
    for (const object of constantsOf(properties['object'])) {
      for (const type of constantsOf(properties['type'])) {
        found.set(`${object} ${type}`, name)
      }
    }
  }
  return found
}

function constantsOf(schema: unknown): readonly string[] {
  const values = isRecord(schema) ? schema['enum'] : undefined
  return Array.isArray(values) ? values.map(String) : []
}
