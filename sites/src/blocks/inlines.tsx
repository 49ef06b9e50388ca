import { emojiName } from '@lectern/content/document/emoji.ts'
import type {
  Annotation,
  Button,
  Emoji,
  Icon,
  InlineImage,
  Link,
  Mention,
} from '@lectern/content/document/nodes.ts'

import { NamedIcon } from '#/icons/named-icon.tsx'
import type { Destination } from '#/model.ts'
import { bounded, label, lengthMax } from './bounds.ts'
import { classNames } from './class-names.ts'
import { Anchor, destinationOf } from './links.tsx'
import type { InlineProps, Page } from './page.ts'
import { Picture } from './pictures.tsx'
import { safeHref } from '#/urls.ts'
import { fill } from './words.ts'

/** A link in text; its text alone if it has no destination or stands inside of a control. */
export function LinkView({ inline, page, isStill }: InlineProps<Link>) {
  const { ref, title } = inline.data
  const to = isStill ? undefined : destinationOf(page, ref)
  const content = page.still(inline.nodes)
  if (to === undefined) return content
  const hasText = inline.nodes.some(
    (node) =>
      node.object === 'text' && node.leaves.some((leaf) => leaf.text.trim() !== ''),
  )
  // A link without text, such as one around a picture, still needs a name.
  const name = hasText ? undefined : label(imageText(inline) || to.title || to.href)
  const hint = title === undefined ? undefined : label(title)
  return (
    <Anchor to={to} page={page} title={hint} name={name}>
      {hasText || inline.nodes.length > 0 ? content : label(to.title || to.href)}
    </Anchor>
  )
}

function imageText({ nodes }: Link): string {
  return nodes
    .map((node) =>
      node.object === 'inline' && node.type === 'inline-image'
        ? (node.data.alt ?? '')
        : '',
    )
    .join(' ')
    .trim()
}

export function InlineImageView({ inline, page }: InlineProps<InlineImage>) {
  const { size, caption, ...source } = inline.data
  const alt = source.alt ?? caption
  return (
    <Picture
      page={page}
      source={{ ...source, ...(alt !== undefined && { alt }) }}
      className={size === 'original' ? 'inline-image' : 'inline-image line-high'}
    />
  )
}

export function EmojiView({ inline }: InlineProps<Emoji>) {
  const { code } = inline.data
  const shown = emojiText(code)
  if (shown === '') return null
  const name = emojiName(code)?.replaceAll('_', ' ')
  return (
    <span className="emoji" role="img" aria-label={name ?? shown}>
      {shown}
    </span>
  )
}

/** The characters of a code such as `1f468-200d-1f4bb`; empty for an invalid one. */
function emojiText(code: string): string {
  const points = code
    .slice(0, 100)
    .split('-')
    .map((point) => Number.parseInt(point, 16))
  const isValid = points.every((point) => point > 0x1f && point <= 0x10_ff_ff)
  return isValid ? bounded(String.fromCodePoint(...points), 20) : ''
}

/** An icon in text, which is read out by its name even if it has no drawing. */
export function IconView({ inline }: InlineProps<Icon>) {
  const { icon, color } = inline.data
  const name = label(icon)
  if (name === '') return null
  const className = classNames(
    'inline-icon',
    color !== undefined && color !== 'default' && `text-${color.replace('$', '')}`,
  )
  return (
    <span className={className} role="img" aria-label={name.replaceAll('-', ' ')}>
      <NamedIcon name={name} />
    </span>
  )
}

/** Shows nothing: the api evaluates expressions, and one that is left has no value. */
export function ExpressionView() {
  return null
}

export function MentionView({ inline, page, isStill }: InlineProps<Mention>) {
  const { ref, label: given } = inline.data
  const to = destinationOf(page, ref)
  const name = label(to?.title || given || '')
  if (name === '') return null
  if (to === undefined || isStill) return <span className="mention">{name}</span>
  return (
    <Anchor to={to} page={page} className="mention">
      {to.emoji !== undefined && <span aria-hidden="true">{label(to.emoji)} </span>}
      {name}
    </Anchor>
  )
}

export function ButtonView({ inline, page, isStill }: InlineProps<Button>) {
  const { kind, label: text, icon, ref, action } = inline.data
  const to =
    action === undefined
      ? destinationOf(page, ref)
      : searchDestination(page, action.query)
  const name = label(text || to?.title || '')
  if (name === '') return null
  if (to === undefined || isStill) return <span>{name}</span>
  return (
    <Anchor
      to={to}
      page={page}
      className={classNames(
        `button button-${kind === 'primary' ? kind : 'secondary'}`,
        action !== undefined && !action.query && 'opens-search',
      )}
    >
      {icon !== undefined && <NamedIcon name={icon} />}
      {name}
    </Anchor>
  )
}

/** The search page, where buttons that search or ask lead; undefined if the context has none. */
function searchDestination(
  { context }: Page,
  query: string | undefined,
): Destination | undefined {
  const { searchHref } = context
  if (searchHref === undefined) return undefined
  const words = bounded(query ?? '', lengthMax.label)
  const joint = searchHref.includes('?') ? '&' : '?'
  const href = safeHref(
    words === '' ? searchHref : `${searchHref}${joint}q=${encodeURIComponent(words)}`,
  )
  return href === undefined ? undefined : { href, title: '', isExternal: false }
}

/** The annotated text, with a link to the note at the end of the page. */
export function AnnotationView({ inline, page, isStill }: InlineProps<Annotation>) {
  const found = isStill ? undefined : page.noteOf(inline)
  const content = page.still(inline.nodes)
  if (found === undefined) return content
  const { note, place } = found
  return (
    <span className="annotation">
      {content}
      <a
        id={place}
        className="note-link"
        href={`#${encodeURIComponent(note.id)}`}
        role="doc-noteref"
        aria-label={fill(page.words.note, { number: note.number })}
      >
        {note.number}
      </a>
    </span>
  )
}
