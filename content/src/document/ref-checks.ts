import { below, isRecord, tagText, type Check } from './checks.ts'

/** The required and the optional keys of each kind of reference. */
const refKeys = {
  file: { required: ['file'], optional: [] },
  url: { required: ['url'], optional: [] },
  page: { required: ['page'], optional: ['space'] },
  anchor: { required: ['anchor'], optional: ['page', 'space'] },
  user: { required: ['user'], optional: [] },
  collection: { required: ['collection'], optional: [] },
  space: { required: ['space'], optional: [] },
  'reusable-content': { required: ['reusableContent'], optional: ['space'] },
  openapi: { required: ['spec'], optional: [] },
} as const

type RefKind = keyof typeof refKeys

const refKinds = Object.keys(refKeys).filter((kind) => isRefKind(kind))

export const contentRef: Check = refOf(refKinds)
export const assetRef: Check = refOf(['file', 'url'])

/** Checks a reference: one of these kinds, with the keys of its kind. */
export function refOf(kinds: readonly RefKind[]): Check {
  const names = kinds.map((kind) => JSON.stringify(kind)).join(', ')
  return (value) => {
    if (!isRecord(value)) {
      return { path: '', message: 'must be a reference: {"kind": …}' }
    }
    const { kind } = value
    if (typeof kind !== 'string' || !isRefKind(kind) || !kinds.includes(kind)) {
      return { path: '.kind', message: `must be one of ${names}` }
    }
    for (const key of refKeys[kind].required) {
      const problem = tagText(value[key])
      if (problem !== undefined) {
        const { message } = problem
        return { path: `.${key}`, message: `${message}: a "${kind}" reference has it` }
      }
    }
    for (const key of refKeys[kind].optional) {
      const problem = value[key] === undefined ? undefined : tagText(value[key])
      if (problem !== undefined) return below(`.${key}`, problem)
    }
    return undefined
  }
}

function isRefKind(kind: string): kind is RefKind {
  return Object.hasOwn(refKeys, kind)
}
