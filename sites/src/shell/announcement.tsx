import { createHash } from 'node:crypto'

import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import type { FrameView } from '#/model.ts'

import { leavesInNewTab, Link } from './link.tsx'
import type { Strings } from './strings/strings.ts'

interface AnnouncementProps {
  readonly view: FrameView
  readonly strings: Strings
}

/** Hiding it needs a script, which shows the button too. */
export function Announcement({
  view,
  strings,
}: AnnouncementProps): ReactElement | undefined {
  const { announcement } = view
  if (announcement === undefined) return undefined
  const { message, link, style } = announcement
  return (
    <aside className="announcement" data-style={style} aria-label={strings.announcement}>
      <p>
        {message}{' '}
        {link !== undefined && (
          <Link
            href={link.href}
            inNewTab={leavesInNewTab(link.href, view.customization.externalLinks.target)}
          >
            {link.title}
          </Link>
        )}
      </p>
      <lectern-dismiss className="needs-script">
        <button type="button" className="icon-button" aria-label={strings.dismiss}>
          <Icon name="close" />
        </button>
      </lectern-dismiss>
    </aside>
  )
}

/** What a reader who hides it remembers: another text is shown again. */
export function announcementMark({
  announcement,
}: Pick<FrameView, 'announcement'>): string | undefined {
  if (announcement === undefined) return undefined
  const text = JSON.stringify([announcement.message, announcement.link?.title])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
