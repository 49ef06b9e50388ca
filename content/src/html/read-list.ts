import { kept } from '#/document/meta.ts'
import type { ListItem, ListOrdered, ListTasks, ListUnordered } from '#/document/nodes.ts'
import { defined, otherAttributes, refuseOthers } from './attributes.ts'
import { elementsIn, readBody, type BlockReading } from './block-reading.ts'
import type { HtmlElement, HtmlNode } from './html-node.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

const taskListClass = 'contains-task-list'

/** Reads `<ul>` and `<ol>`; a `<ul>` with a check box at the start of each item is a task list. */
export function readList(
  element: HtmlElement,
  reading: BlockReading,
): ListOrdered | ListTasks | ListUnordered {
  const nodes = elementsIn(element).map((item) => readItem(item, reading))
  const list = { object: 'block', isVoid: false, nodes } as const
  if (element.name === 'ol') {
    const { start } = element.attributes
    const first = /^\d{1,9}$/u.test(start ?? '') ? Number(start) : undefined
    const { attributes } = otherAttributes(element, first === undefined ? [] : ['start'])
    const data = defined<ListOrdered['data']>({
      start: first === 1 ? undefined : first,
    })
    return { ...list, type: 'list-ordered', data, ...kept({ attributes }) }
  }
  const isMarked = element.attributes['class'] === taskListClass
  const isTasks =
    isMarked ||
    (nodes.length > 0 && nodes.every(({ data }) => data.checked !== undefined))
  const said = { data: {}, ...kept(otherAttributes(element, isMarked ? ['class'] : [])) }
  if (!isTasks) return { ...list, type: 'list-unordered', ...said }
  return { ...list, type: 'list-tasks', ...said, nodes: nodes.map(withBox) }
}

/** The task with a box: without one it is not done. */
function withBox(task: ListItem): ListItem {
  return task.data.checked === undefined
    ? { ...task, data: { ...task.data, checked: false } }
    : task
}

function readItem(element: HtmlElement, reading: BlockReading): ListItem {
  if (element.name !== 'li') return refuse(`element <${element.name}> in a list`)
  const { checked, nodes } = takeCheckBox(element.children)
  const isTask = element.attributes['class'] === 'task-list-item'
  return {
    object: 'block',
    type: 'list-item',
    isVoid: false,
    data: defined<ListItem['data']>({ checked }),
    ...kept(otherAttributes(element, isTask ? ['class'] : [])),
    nodes: readBody(nodes, reading),
  }
}

/** Takes the check box from the start of an item, also where the item's text is in a `<p>`. */
function takeCheckBox(nodes: readonly HtmlNode[]): {
  readonly checked?: boolean
  readonly nodes: readonly HtmlNode[]
} {
  const at = nodes.findIndex((node) => !isBlank(node))
  const first = nodes[at]
  if (first?.type !== 'element') return { nodes }
  if (first.name === 'p') {
    const { checked, nodes: children } = takeCheckBox(first.children)
    if (checked === undefined) return { nodes }
    return { checked, nodes: nodes.with(at, { ...first, children }) }
  }
  if (first.name !== 'input' || first.attributes['type'] !== 'checkbox') return { nodes }
  refuseOthers(first, ['type', 'checked', 'disabled', 'class'])
  return {
    checked: first.attributes['checked'] !== undefined,
    nodes: nodes.slice(at + 1),
  }
}
