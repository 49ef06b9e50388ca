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

/** The announcement. The button that hides it needs a script and shows only where scripts run. */
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

/** The mark that a browser stores when its reader hides an announcement; a new text shows again. */
export function announcementMark({
  announcement,
}: Pick<FrameView, 'announcement'>): string | undefined {
  if (announcement === undefined) return undefined
  const text = JSON.stringify([announcement.message, announcement.link?.title])
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}
