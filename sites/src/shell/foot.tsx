import type { ReactElement } from 'react'

import { Icon } from '#/icons/icon.tsx'
import type { Destination, FootView } from '#/model.ts'
import { safeHref } from '#/urls.ts'

import {
  feedbackCommentId,
  feedbackQuestionId,
  feedbackSentId,
  feedbackThanksId,
} from './ids.ts'
import { Link } from './link.tsx'
import type { Strings } from './strings/strings.ts'

interface FootProps {
  readonly view: FootView
  readonly language: string
  readonly strings: Strings
}

export function Foot({ view, language, strings }: FootProps): ReactElement {
  const { previous, next, updatedAt, editHref, feedbackHref } = view
  return (
    <footer className="page-foot">
      {(updatedAt !== undefined || editHref !== undefined) && (
        <div className="page-meta">
          {updatedAt !== undefined && (
            <Updated at={updatedAt} language={language} text={strings.lastUpdated} />
          )}
          {editHref !== undefined && (
            <Link className="quiet-button" href={editHref} rel="nofollow">
              <Icon name="pencil" />
              <span>{strings.editPage}</span>
            </Link>
          )}
        </div>
      )}
      {feedbackHref !== undefined && <Feedback href={feedbackHref} strings={strings} />}
      {(previous !== undefined || next !== undefined) && (
        <nav className="pagination" aria-label={strings.pagination}>
          {previous !== undefined && (
            <Neighbour to={previous} label={strings.previous} rel="prev" />
          )}
          {next !== undefined && <Neighbour to={next} label={strings.next} rel="next" />}
        </nav>
      )}
    </footer>
  )
}

interface UpdatedProps {
  readonly at: string
  readonly language: string
  readonly text: string
}

function Updated({ at, language, text }: UpdatedProps): ReactElement | undefined {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return undefined
  const [before = '', after = ''] = text.split('{date}')
  return (
    <p className="page-updated">
      {before}
      <time dateTime={date.toISOString()}>{longDate(date, language)}</time>
      {after}
    </p>
  )
}

function longDate(date: Date, language: string): string {
  const format = { dateStyle: 'long', timeZone: 'UTC' } as const
  try {
    return new Intl.DateTimeFormat(language, format).format(date)
  } catch {
    return new Intl.DateTimeFormat('en', format).format(date)
  }
}

interface NeighbourProps {
  readonly to: Destination
  readonly label: string
  readonly rel: 'prev' | 'next'
}

function Neighbour({ to, label, rel }: NeighbourProps): ReactElement {
  return (
    <Link className={`neighbour neighbour-${rel}`} href={to.href} rel={rel}>
      <Icon name={rel === 'prev' ? 'arrow-left' : 'arrow-right'} />
      <span className="neighbour-text">
        <span className="neighbour-label">{label}</span>
        <span className="neighbour-title">{to.title}</span>
      </span>
    </Link>
  )
}

const ratings = [
  { value: 'good', icon: 'thumbs-up', word: 'feedbackGood' },
  { value: 'ok', icon: 'meh', word: 'feedbackOk' },
  { value: 'bad', icon: 'thumbs-down', word: 'feedbackBad' },
] as const

/** The limit of the api's contract for comments. */
const commentMax = 512

/**
 * Two plain forms. The server answers the first with `#~feedback-sent`, which shows the second, and
 * that with `#~feedback-thanks`; a script does the same without leaving the page.
 */
function Feedback(props: { readonly href: string; readonly strings: Strings }) {
  const { strings } = props
  const action = safeHref(props.href)
  return (
    <lectern-feedback className="feedback" role="group" aria-label={strings.feedback}>
      <p id={feedbackThanksId} className="feedback-thanks" tabIndex={-1}>
        {strings.feedbackThanks}
      </p>
      <form id={feedbackSentId} className="feedback-more" method="post" action={action}>
        <label htmlFor={feedbackCommentId}>{strings.feedbackSent}</label>
        <textarea
          id={feedbackCommentId}
          name="comment"
          rows={3}
          maxLength={commentMax}
          required
          placeholder={strings.feedbackComment}
        />
        <button className="shell-button" type="submit">
          {strings.feedbackSend}
        </button>
      </form>
      <form className="feedback-ask" method="post" action={action}>
        <p id={feedbackQuestionId}>{strings.feedbackQuestion}</p>
        <div
          className="feedback-ratings"
          role="group"
          aria-labelledby={feedbackQuestionId}
        >
          {ratings.map(({ value, icon, word }) => (
            <button
              key={value}
              className="quiet-button"
              type="submit"
              name="rating"
              value={value}
            >
              <Icon name={icon} />
              <span>{strings[word]}</span>
            </button>
          ))}
        </div>
      </form>
      <p className="feedback-failed" role="status" data-text={strings.feedbackFailed} />
    </lectern-feedback>
  )
}
