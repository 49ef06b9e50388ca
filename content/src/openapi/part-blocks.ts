import type {
  FlowBlock,
  OpenApiOperation,
  OpenApiSchemas,
  OpenApiWebhook,
  Paragraph,
} from '#/document/nodes.ts'
import { fragmentOf, paragraphOf, textOf } from '#/document/shapes.ts'
import { read } from '#/read/read.ts'
import { writeBlocks } from '#/write/write.ts'

import type { ApiPage } from './model.ts'
import { codeOf, headingOf } from './said-nodes.ts'

type PartOfPage = ApiPage['parts'][number]
type ApiBlock = OpenApiOperation | OpenApiSchemas | OpenApiWebhook

/** The shared schemas that one block shows. */
const schemasOfBlock = 100

/** The blocks that show the parts of a page: each operation under its title, schemas in groups. */
export function partBlocks(parts: ApiPage['parts'], spec: string): readonly FlowBlock[] {
  const schemas = parts.filter(({ kind }) => kind === 'schema')
  const groups = Array.from(
    { length: Math.ceil(schemas.length / schemasOfBlock) },
    (_, index) => schemas.slice(index * schemasOfBlock, (index + 1) * schemasOfBlock),
  )
  return [
    ...parts
      .filter(({ kind }) => kind !== 'schema')
      .flatMap((part) => [
        headingOf(2, [textOf(part.title)]),
        operationOrName(part, spec),
      ]),
    ...groups.map((group) => schemasBlock(group, spec)),
  ]
}

/** A name with nothing that has a meaning in a tag. */
const plainName = /^[\w\-./{}:]*$/

/** The block of an operation; its name as text where a tag cannot have it. */
function operationOrName(part: PartOfPage, spec: string): FlowBlock {
  const block = operationBlock(part, spec)
  return plainName.test(block.data.method + part.name.replace(' ', '')) || survives(block)
    ? block
    : nameOf(part)
}

function operationBlock(
  part: PartOfPage,
  spec: string,
): OpenApiOperation | OpenApiWebhook {
  const space = part.name.indexOf(' ')
  const [method, place] = [part.name.slice(0, space), part.name.slice(space + 1)]
  const ref = { kind: 'openapi', spec } as const
  const common = {
    object: 'block',
    isVoid: true,
    fragments: [fragmentOf('fallback', [nameOf(part)])],
  } as const
  return part.kind === 'webhook'
    ? { ...common, type: 'openapi-webhook', data: { ref, name: place, method } }
    : { ...common, type: 'openapi-operation', data: { ref, path: place, method } }
}

function nameOf({ name }: PartOfPage): Paragraph {
  const space = name.indexOf(' ')
  const spelled = `${name.slice(0, space).toUpperCase()}${name.slice(space)}`
  return paragraphOf([codeOf(spelled)])
}

/** Whether what is written of a block reads as the same block. */
function survives(block: ApiBlock): boolean {
  const { nodes } = read(writeBlocks([block])).document
  const [only] = nodes
  return (
    nodes.length === 1 &&
    only?.type === block.type &&
    JSON.stringify(only.data) === JSON.stringify(block.data)
  )
}

function schemasBlock(group: readonly PartOfPage[], spec: string): OpenApiSchemas {
  const names = group.map(({ name }) => name)
  return {
    object: 'block',
    type: 'openapi-schemas',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec }, schemas: names, grouped: true },
    fragments: [fragmentOf('fallback', [paragraphOf([textOf(names.join(', '))])])],
  }
}
