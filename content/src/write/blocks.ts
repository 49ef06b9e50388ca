import type { Blockquote, Divider, FlowBlock, Verbatim } from '#/document/nodes.ts'
import type { Table } from '#/document/tables.ts'
import { htmlFromBlocks } from '#/html/write-blocks.ts'
import { htmlFromTable } from '#/html/write-table.ts'

import { writeCode } from './code.ts'
import type { SiblingStyle, WriteContext } from './context.ts'
import { prefixLines } from './lines.ts'
import { chooseMarker, isList, writeList } from './lists.ts'
import { writeDrawing, writeImages } from './media.ts'
import { writePlainTable } from './table.ts'
import {
  writeColumns,
  writeHint,
  writeIf,
  writePrompt,
  writeStepper,
  writeTabs,
  writeUpdates,
} from './tag-containers.ts'
import {
  writeContentRef,
  writeEmbed,
  writeFile,
  writeInclude,
  writeIntegration,
  writeOperation,
  writeSchemas,
  writeSwagger,
  writeWebhook,
} from './tag-pointers.ts'
import {
  writeExpandable,
  writeHeading,
  writeMath,
  writeParagraph,
} from './text-blocks.ts'

/** Writes neighbouring blocks with the separators they need. */
export function writeSiblings(
  blocks: readonly FlowBlock[],
  context: WriteContext,
  { marker, tight = false, markers }: SiblingStyle = {},
): string {
  // The marker that the next list must not have.
  let taken = marker
  const written = blocks.map((block, index) => {
    if (isList(block)) {
      taken = chooseMarker(block, taken, index === 0 ? markers : undefined)
      return writeList(block, taken, context)
    }
    taken = undefined
    // `* ***` is one divider: a divider in the item needs another sign.
    if (isPlainDivider(block) && index === 0 && marker === '*') return '---'
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each writer takes the blocks of the type it stands for
    return writers[block.type](block as never, context)
  })
  return written.join(tight ? '\n' : '\n\n')
}

type ListType = 'list-ordered' | 'list-unordered' | 'list-tasks'
type Writer = (block: never, context: WriteContext) => string

const writers: Readonly<Record<Exclude<FlowBlock['type'], ListType>, Writer>> = {
  paragraph: writeParagraph,
  'heading-1': writeHeading,
  'heading-2': writeHeading,
  'heading-3': writeHeading,
  divider: writeDivider,
  blockquote: writeQuote,
  hint: writeHint,
  code: writeCode,
  math: writeMath,
  images: writeImages,
  file: writeFile,
  drawing: writeDrawing,
  embed: writeEmbed,
  expandable: writeExpandable,
  tabs: writeTabs,
  stepper: writeStepper,
  columns: writeColumns,
  table: writeTable,
  'content-ref': writeContentRef,
  'reusable-content': writeInclude,
  integration: writeIntegration,
  swagger: writeSwagger,
  'openapi-operation': writeOperation,
  'openapi-schemas': writeSchemas,
  'openapi-webhook': writeWebhook,
  if: writeIf,
  updates: writeUpdates,
  prompt: writePrompt,
  verbatim: ({ data }: Verbatim) => data.markdown,
}

function isPlainDivider({ type, meta }: FlowBlock): boolean {
  return type === 'divider' && meta?.attributes === undefined
}

function writeDivider(divider: Divider, context: WriteContext): string {
  return isPlainDivider(divider) ? '***' : htmlFromBlocks([divider], context)
}

function writeQuote(quote: Blockquote, context: WriteContext): string {
  return quote.meta?.attributes === undefined
    ? prefixLines(context.blocks(quote.nodes), '> ')
    : htmlFromBlocks([quote], context)
}

function writeTable(table: Table, context: WriteContext): string {
  return writePlainTable(table, context) ?? htmlFromTable(table, context)
}
