const methods = new Set('get put post delete options head patch trace query'.split(' '))

/**
 * The operations and webhooks that an OpenAPI document has, found on the document alone: what is read
 * of it is held against this. Each as `operation get /pets`.
 */
export function nameOperations(document: unknown): readonly string[] {
  return sections.flatMap(([section, kind]) =>
    Object.entries(Object(at(document, section)))
      .filter(([path]) => !path.startsWith('x-'))
      .flatMap(([path, item]) =>
        methodsIn(document, item).map((method) => `${kind} ${method} ${path}`),
      ),
  )
}

export function countOperations(document: unknown): number {
  return nameOperations(document).length
}

const sections = [
  ['paths', 'operation'],
  ['webhooks', 'webhook'],
  ['x-webhooks', 'webhook'],
] as const

function methodsIn(document: unknown, item: unknown): readonly string[] {
  const whole = { ...Object(target(document, item)), ...Object(item) }
  const named = Object.entries(whole).filter(([name]) => methods.has(name))
  const others = Object.entries(Object(at(whole, 'additionalOperations')))
  return [...named, ...others]
    .filter(([, value]) => isObject(value))
    .map(([name]) => name.toLowerCase())
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function at(value: unknown, name: string): unknown {
  return isObject(value) ? member(value, name) : undefined
}

/** What the reference of a path leads to in the end. */
function target(document: unknown, value: unknown): unknown {
  let found = value
  for (let hop = 0; hop < 32; hop += 1) {
    const reference = at(found, '$ref')
    if (typeof reference !== 'string' || !reference.startsWith('#/')) break
    found = document
    for (const step of reference.slice(2).split('/')) {
      found = member(found, unescaped(step))
    }
  }
  return found
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return step
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
