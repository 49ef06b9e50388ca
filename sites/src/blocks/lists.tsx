import type {
  ListItem,
  ListOrdered,
  ListTasks,
  ListUnordered,
} from '@lectern/content/document/nodes.ts'

import { CheckBox } from './check-box.tsx'
import type { BlockProps } from './page.ts'
import { clamp } from './scale.ts'

export function ListOrderedView({ block, page }: BlockProps<ListOrdered>) {
  const { start } = block.data
  const isOffset = start !== undefined && start !== 1 && Number.isFinite(start)
  return (
    <ol start={isOffset ? clamp(Math.trunc(start), 0, 999_999_999) : undefined}>
      {block.nodes.map((item, index) => (
        <ListItemView key={index} block={item} page={page} />
      ))}
    </ol>
  )
}

export function ListUnorderedView({ block, page }: BlockProps<ListUnordered>) {
  return (
    <ul>
      {block.nodes.map((item, index) => (
        <ListItemView key={index} block={item} page={page} />
      ))}
    </ul>
  )
}

/** A list of tasks. The explicit role matters: without bullets, some browsers see no list. */
export function ListTasksView({ block, page }: BlockProps<ListTasks>) {
  return (
    <ul className="tasks" role="list">
      {block.nodes.map((item, index) => (
        <ListItemView key={index} block={item} page={page} isTask />
      ))}
    </ul>
  )
}

function ListItemView({
  block,
  page,
  isTask = false,
}: BlockProps<ListItem> & { isTask?: boolean }) {
  const { checked } = block.data
  if (!isTask && checked === undefined) return <li>{page.flow(block.nodes)}</li>
  return (
    <li className="task">
      <CheckBox isChecked={checked === true} page={page} />
      <div>{page.flow(block.nodes)}</div>
    </li>
  )
}
