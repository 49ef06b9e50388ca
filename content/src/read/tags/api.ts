import { kept } from '#/document/meta.ts'
import type {
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Swagger,
} from '#/document/nodes.ts'

import { assetRef } from '../references.ts'
import { sourceBlock, verbatimBlock } from '../source-block.ts'

import { splitNames } from './containers.ts'
import type { TagReader } from './containers.ts'
import { bodyAs, fallback } from './pointers.ts'
import { inside } from './tag-work.ts'
import { takeAttributes } from './taken-attributes.ts'

const block = { object: 'block', isVoid: true } as const

/** Reads `openapi`, and its older name `swagger` with a source. */
export const readOpenApi: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const source = taken.text('src')
  if (source === undefined) return undefined
  const ref = assetRef(source)
  const expanded = taken.flag('expanded')
  const fullWidth = taken.flag('fullWidth')
  const children = inside(work)
  const node: Swagger = {
    ...block,
    type: 'swagger',
    data: {
      ref,
      path: taken.text('path') ?? '',
      method: taken.text('method') ?? '',
      ...(expanded !== undefined && { expanded }),
      ...(fullWidth !== undefined && { fullWidth }),
    },
    ...kept(taken.left()),
    fragments: fallback(children, ref),
  }
  return sourceBlock(node, work.range, work.place, children)
}

/** Reads API blocks that are written by hand, without a specification. */
export const readLegacy: TagReader = (work) => {
  if (work.tag.name === 'swagger' && work.tag.attributes?.has('src') === true) {
    return readOpenApi(work)
  }
  if (work.closing === work.opening) return undefined
  return verbatimBlock(work.reader, work.range, work.place, `${work.tag.name} block`)
}

export const readOperation: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const spec = taken.text('spec')
  if (spec === undefined) return undefined
  const children = inside(work)
  const node: OpenApiOperation = {
    ...block,
    type: 'openapi-operation',
    data: {
      ref: { kind: 'openapi', spec },
      path: taken.text('path') ?? '',
      method: taken.text('method') ?? '',
    },
    ...kept(taken.left()),
    fragments: bodyAs('fallback', children),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readSchemas: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const spec = taken.text('spec')
  if (spec === undefined) return undefined
  const grouped = taken.flag('grouped')
  const children = inside(work)
  const node: OpenApiSchemas = {
    ...block,
    type: 'openapi-schemas',
    data: {
      ref: { kind: 'openapi', spec },
      schemas: splitNames(taken.text('schemas') ?? ''),
      ...(grouped !== undefined && { grouped }),
    },
    ...kept(taken.left()),
    fragments: bodyAs('fallback', children),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readWebhook: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const spec = taken.text('spec')
  if (spec === undefined) return undefined
  const children = inside(work)
  const node: OpenApiWebhook = {
    ...block,
    type: 'openapi-webhook',
    data: {
      ref: { kind: 'openapi', spec },
      name: taken.text('name') ?? '',
      method: taken.text('method') ?? '',
    },
    ...kept(taken.left()),
    fragments: bodyAs('fallback', children),
  }
  return sourceBlock(node, work.range, work.place, children)
}
