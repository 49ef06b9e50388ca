import { kept } from '#/document/meta.ts'
import type {
  Code,
  Column,
  Columns,
  FlowBlock,
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

import { codeBlock } from '../blocks/code.ts'
import { contents, sourceBlock } from '../source-block.ts'
import type { Placed } from '../source-block.ts'

import { inside, partsInside } from './tag-work.ts'
import type { Part, TagWork } from './tag-work.ts'
import { takeAttributes } from './taken-attributes.ts'
import type { TakenAttributes } from './taken-attributes.ts'

/** Reads a tag; undefined for a tag that is not valid, before any block inside is read. */
export type TagReader = (work: TagWork) => Placed | undefined

const block = { object: 'block', isVoid: false } as const
const styles = ['info', 'warning', 'danger', 'success'] as const

export const readHint: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const style = taken.oneOf('style', styles)
  // An unknown style stays verbatim; otherwise it would turn into another style.
  if (style === undefined && work.tag.attributes?.has('style') === true) return undefined
  const icon = taken.text('icon')
  const children = inside(work)
  const hint: Hint = {
    ...block,
    type: 'hint',
    data: {
      style: style ?? 'info',
      ...(icon !== undefined && { icon }),
    },
    ...kept(taken.left()),
    nodes: contents(children),
  }
  return sourceBlock(hint, work.range, work.place, children)
}

export const readIf: TagReader = (work) => {
  const expression = work.tag.rest
  if (expression === '') return undefined
  const children = inside(work)
  const node: If = {
    ...block,
    type: 'if',
    data: { expression },
    nodes: contents(children),
  }
  return sourceBlock(node, work.range, work.place, children)
}

export const readPrompt: TagReader = (work) => {
  const taken = takeAttributes(work.tag)
  const description = taken.text('description')
  const icon = taken.text('icon')
  const children = inside(work)
  const prompt: Prompt = {
    ...block,
    type: 'prompt',
    data: {
      ...(description !== undefined && { description }),
      ...(icon !== undefined && { icon }),
    },
    ...kept(taken.left()),
    nodes: contents(children),
  }
  return sourceBlock(prompt, work.range, work.place, children)
}

export const readTabs: TagReader = (work) => {
  const parts = partsInside(work, 'tab')
  if (parts === undefined) return undefined
  const taken = takeAttributes(work.tag)
  const fullWidth = taken.flag('fullWidth')
  const children = parts.map((part) =>
    readPart(work, part, (own, nodes): TabsItem => {
      const title = own.text('title')
      const icon = own.text('icon')
      return {
        ...block,
        type: 'tabs-item',
        data: {
          ...(title !== undefined && { title }),
          ...(icon !== undefined && { icon }),
        },
        ...kept(own.left()),
        nodes,
      }
    }),
  )
  const tabs: Tabs = {
    ...block,
    type: 'tabs',
    data: { ...(fullWidth !== undefined && { fullWidth }) },
    ...kept(taken.left()),
    nodes: children.map(({ node }) => node),
  }
  return sourceBlock(tabs, work.range, work.place, children)
}

export const readStepper: TagReader = (work) => {
  const parts = partsInside(work, 'step')
  if (parts === undefined) return undefined
  const children = parts.map((part) =>
    readPart(work, part, (own, nodes): StepperStep => {
      const icon = own.text('icon')
      return {
        ...block,
        type: 'stepper-step',
        data: { ...(icon !== undefined && { icon }) },
        ...kept(own.left()),
        nodes,
      }
    }),
  )
  const stepper: Stepper = {
    ...block,
    type: 'stepper',
    data: {},
    ...kept(takeAttributes(work.tag).left()),
    nodes: children.map(({ node }) => node),
  }
  return sourceBlock(stepper, work.range, work.place, children)
}

const verticalAlignments = ['top', 'middle', 'bottom'] as const

export const readColumns: TagReader = (work) => {
  const parts = partsInside(work, 'column')
  if (parts === undefined) return undefined
  const taken = takeAttributes(work.tag)
  const fullWidth = taken.flag('fullWidth')
  const children = parts.map((part) =>
    readPart(work, part, (own, nodes): Column => {
      const width = own.length('width')
      const verticalAlignment =
        own.oneOf('valign', verticalAlignments) ??
        own.oneOf('verticalAlignment', verticalAlignments)
      return {
        ...block,
        type: 'column',
        data: {
          ...(width !== undefined && { width }),
          ...(verticalAlignment !== undefined && { verticalAlignment }),
        },
        ...kept(own.left()),
        nodes,
      }
    }),
  )
  const columns: Columns = {
    ...block,
    type: 'columns',
    data: { ...(fullWidth !== undefined && { fullWidth }) },
    ...kept(taken.left()),
    nodes: children.map(({ node }) => node),
  }
  return sourceBlock(columns, work.range, work.place, children)
}

export const readUpdates: TagReader = (work) => {
  const parts = partsInside(work, 'update')
  if (parts === undefined) return undefined
  const taken = takeAttributes(work.tag)
  const format = taken.text('format')
  const children = parts.map((part) =>
    readPart(work, part, (own, nodes): Update => {
      const date = own.text('date')
      const tags = own.text('tags')
      return {
        ...block,
        type: 'update',
        data: {
          ...(date !== undefined && { date }),
          ...(tags !== undefined && { tags: splitNames(tags) }),
        },
        ...kept(own.left()),
        nodes,
      }
    }),
  )
  const updates: Updates = {
    ...block,
    type: 'updates',
    data: { ...(format !== undefined && { format }) },
    ...kept(taken.left()),
    nodes: children.map(({ node }) => node),
  }
  return sourceBlock(updates, work.range, work.place, children)
}

const overflows = ['scroll', 'wrap'] as const

/** Reads the options of the one code block inside. */
export const readCode: TagReader = (work) => {
  const only = work.siblings.pieces[work.opening + 1]
  if (work.closing !== work.opening + 2 || only?.kind !== 'block') return undefined
  if (only.node.type !== 'code') return undefined
  const taken = takeAttributes(work.tag)
  const title = taken.text('title')
  const overflow = taken.oneOf('overflow', overflows)
  const lineNumbers = taken.flag('lineNumbers')
  const fullWidth = taken.flag('fullWidth')
  const expandable = taken.flag('expandable')
  const collapsedLineCount = taken.count('collapsedLineCount')
  const options: Code['data'] = {
    ...(title !== undefined && { title }),
    ...(overflow !== undefined && { overflow }),
    ...(lineNumbers !== undefined && { lineNumbers }),
    ...(fullWidth !== undefined && { fullWidth }),
    ...(expandable !== undefined && { expandable }),
    ...(collapsedLineCount !== undefined && { collapsedLineCount }),
  }
  const code = codeBlock(only.node, options, taken.left())
  return sourceBlock(code, work.range, work.place)
}

/** Splits `a, b`; empty names are dropped. */
export function splitNames(list: string): readonly string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

function readPart<Node extends TabsItem | StepperStep | Column | Update>(
  work: TagWork,
  part: Part,
  make: (taken: TakenAttributes, nodes: readonly FlowBlock[]) => Node,
): Placed<Node> {
  const children = work.read(part.opening + 1, part.closing)
  const node = make(takeAttributes(part.tag), contents(children))
  return sourceBlock(node, part.range, work.place, children)
}
