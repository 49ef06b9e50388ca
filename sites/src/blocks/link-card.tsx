import type { Destination } from '#/model.ts'
import { label } from './bounds.ts'
import { Anchor } from './links.tsx'
import type { Page } from './page.ts'
import { SignOf } from './signs.tsx'

/** A link as a card that takes a line of its own. */
export function LinkCard({ to, page }: { to: Destination; page: Page }) {
  const title = label(to.title) || label(to.href)
  const more = label(to.description ?? '')
  return (
    <Anchor to={to} page={page} className="link-card">
      {to.emoji !== undefined && (
        <span className="link-card-sign" aria-hidden="true">
          {label(to.emoji)}
        </span>
      )}
      <span className="link-card-text">
        <span className="link-card-title">{title}</span>
        {more !== '' && more !== title && <span className="link-card-more">{more}</span>}
      </span>
      <SignOf name={to.isExternal ? 'away' : 'forward'} />
    </Anchor>
  )
}
