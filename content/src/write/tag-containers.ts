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

export function writeHint({ data, nodes }: Hint, { blocks }: WriteContext): string {
  const { style, icon, attributes } = data
  return wrapInTag(writeTag('hint', { style, icon }, attributes), 'hint', blocks(nodes))
}

export function writePrompt({ data, nodes }: Prompt, { blocks }: WriteContext): string {
  const { description, icon, attributes } = data
  const opening = writeTag('prompt', { description, icon }, attributes)
  return wrapInTag(opening, 'prompt', blocks(nodes))
}

export function writeIf({ data, nodes }: If, { blocks }: WriteContext): string {
  return wrapInTag(`{% if ${data.expression} %}`, 'if', blocks(nodes))
}

export function writeTabs({ data, nodes }: Tabs, context: WriteContext): string {
  const { fullWidth, attributes } = data
  const opening = writeTag('tabs', { fullWidth }, attributes)
  return wrapInTag(opening, 'tabs', writeParts(nodes, context))
}

export function writeStepper({ data, nodes }: Stepper, context: WriteContext): string {
  const opening = writeTag('stepper', {}, data.attributes)
  return wrapInTag(opening, 'stepper', writeParts(nodes, context))
}

export function writeColumns({ data, nodes }: Columns, context: WriteContext): string {
  const { fullWidth, attributes } = data
  const opening = writeTag('columns', { fullWidth }, attributes)
  return wrapInTag(opening, 'columns', writeParts(nodes, context))
}

export function writeUpdates({ data, nodes }: Updates, context: WriteContext): string {
  const { format, attributes } = data
  const opening = writeTag('updates', { format }, attributes)
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
      const { title, icon, attributes } = part.data
      return writeTag('tab', { title, icon }, attributes)
    }
    case 'stepper-step':
      return writeTag('step', { icon: part.data.icon }, part.data.attributes)
    case 'column': {
      const { width, verticalAlignment: valign, attributes } = part.data
      const spelled = width === undefined ? undefined : spellLength(width)
      return writeTag('column', { width: spelled, valign }, attributes)
    }
    case 'update':
    default: {
      const { date, tags, attributes } = part.data
      return writeTag('update', { date, tags: tags?.join(',') }, attributes)
    }
  }
}
