import type { Update, Updates } from '@lectern/content/document/nodes.ts'

import { label } from './bounds.ts'
import { localeOf } from './locale.ts'
import type { BlockProps } from './page.ts'

export function UpdatesView({ block, page }: BlockProps<Updates>) {
  return (
    <div className="updates">
      {block.nodes.map((update, index) => (
        <UpdateView key={index} block={update} page={page} format={block.data.format} />
      ))}
    </div>
  )
}

function UpdateView({
  block,
  page,
  format,
}: BlockProps<Update> & { format: string | undefined }) {
  const { date = '', tags = [] } = block.data
  const day = readDay(date)
  const shown =
    day === undefined ? label(date) : dayText(day, page.context.language, format)
  return (
    <div className="update">
      <div className="update-head">
        {shown !== '' && <time dateTime={day?.toISOString().slice(0, 10)}>{shown}</time>}
        {tags.slice(0, tagsMax).map((tag, index) => (
          <span key={index} className="tag">
            {label(tag)}
          </span>
        ))}
      </div>
      <div className="update-body">{page.flow(block.nodes)}</div>
    </div>
  )
}

const tagsMax = 50

function readDay(date: string): Date | undefined {
  const match = /^\d{4}-\d{2}-\d{2}/u.exec(date.trim())
  const day = match === null ? undefined : new Date(`${match[0]}T00:00:00Z`)
  return day === undefined || Number.isNaN(day.getTime()) ? undefined : day
}

/** The spelling of a day: `full` has the day of the week, `numeric` figures; `long` by default. */
function dayText(day: Date, language: string, format: string | undefined): string {
  const styles = {
    full: 'full',
    long: 'long',
    medium: 'medium',
    short: 'short',
    numeric: 'short',
  } as const
  const dateStyle =
    Object.entries(styles).find(([name]) => name === format)?.[1] ?? 'long'
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle,
    timeZone: 'UTC',
  }).format(day)
}
