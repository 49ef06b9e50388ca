import type {
  Column,
  Columns,
  Hint,
  If,
  Prompt,
  Stepper,
  StepperStep,
  Tabs,
  TabsItem,
  Update,
  Updates,
} from '#/document/nodes.ts'
import { spellLength } from '#/html/attributes.ts'

import type { WriteContext } from './context.ts'
import { wrapInTag, writeTag } from './tag.ts'

export function writeHint({ data, meta, nodes }: Hint, { blocks }: WriteContext): string {
  const { style, icon } = data
  return wrapInTag(
    writeTag('hint', { style, icon }, meta?.attributes),
    'hint',
    blocks(nodes),
  )
}

export function writePrompt(
  { data, meta, nodes }: Prompt,
  { blocks }: WriteContext,
): string {
  const { description, icon } = data
  const opening = writeTag('prompt', { description, icon }, meta?.attributes)
  return wrapInTag(opening, 'prompt', blocks(nodes))
}

export function writeIf({ data, nodes }: If, { blocks }: WriteContext): string {
  return wrapInTag(`{% if ${data.expression} %}`, 'if', blocks(nodes))
}

export function writeTabs({ data, meta, nodes }: Tabs, context: WriteContext): string {
  const { fullWidth } = data
  const opening = writeTag('tabs', { fullWidth }, meta?.attributes)
  return wrapInTag(opening, 'tabs', writeParts(nodes, context))
}

export function writeStepper({ meta, nodes }: Stepper, context: WriteContext): string {
  const opening = writeTag('stepper', {}, meta?.attributes)
  return wrapInTag(opening, 'stepper', writeParts(nodes, context))
}

export function writeColumns(
  { data, meta, nodes }: Columns,
  context: WriteContext,
): string {
  const { fullWidth } = data
  const opening = writeTag('columns', { fullWidth }, meta?.attributes)
  return wrapInTag(opening, 'columns', writeParts(nodes, context))
}

export function writeUpdates(
  { data, meta, nodes }: Updates,
  context: WriteContext,
): string {
  const { format } = data
  const opening = writeTag('updates', { format }, meta?.attributes)
  return wrapInTag(opening, 'updates', writeParts(nodes, context))
}

type Part = TabsItem | StepperStep | Column | Update

function writeParts(parts: readonly Part[], { blocks }: WriteContext): string {
  return parts
    .map((part) =>
      wrapInTag(writePartTag(part), partNames[part.type], blocks(part.nodes)),
    )
    .join('\n\n')
}

const partNames = {
  'tabs-item': 'tab',
  'stepper-step': 'step',
  column: 'column',
  update: 'update',
} as const

function writePartTag(part: Part): string {
  switch (part.type) {
    case 'tabs-item': {
      const { title, icon } = part.data
      return writeTag('tab', { title, icon }, part.meta?.attributes)
    }
    case 'stepper-step':
      return writeTag('step', { icon: part.data.icon }, part.meta?.attributes)
    case 'column': {
      const { width, verticalAlignment: valign } = part.data
      const spelled = width === undefined ? undefined : spellLength(width)
      return writeTag('column', { width: spelled, valign }, part.meta?.attributes)
    }
    case 'update':
    default: {
      const { date, tags } = part.data
      return writeTag('update', { date, tags: tags?.join(',') }, part.meta?.attributes)
    }
  }
}
