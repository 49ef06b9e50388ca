import { colors } from '#/document/marks.ts'
import { kept } from '#/document/meta.ts'
import type {
  Button,
  ButtonAction,
  Emoji,
  Expression,
  Icon,
  Inline,
  InlineImage,
  InlineMath,
  Length,
  Mention,
} from '#/document/nodes.ts'
import { impliedRef } from '#/document/implied-ref.ts'
import { readRef, type AssetRef } from '#/document/references.ts'
import { defined, otherAttributes, readLength, refuseOthers } from './attributes.ts'
import type { EmbeddedReader, HtmlElement, HtmlNode } from './html-node.ts'
import { readColors, type Colors } from './mark-order.ts'
import { plainText, rawText } from './plain-text.ts'
import { refuse } from './refusal.ts'
import { isBlank } from './white-space.ts'

export function inline<Node extends Inline>(type: Node['type'], data: Node['data']) {
  return { object: 'inline', type, isVoid: true, data } as const
}

/** The images of an `<img>`, or of a `<picture>` with a source for the dark theme. */
interface Picture {
  readonly image: HtmlElement
  readonly ref: AssetRef
  readonly refDark?: AssetRef
}

/** Reads an `<img>` or `<picture>`; undefined for any other element. */
export function readPicture(element: HtmlElement): Picture | undefined {
  if (element.name === 'img') {
    return { image: element, ref: readAsset(element.attributes['src'] ?? '') }
  }
  if (element.name !== 'picture') return undefined
  refuseOthers(element, [])
  const parts = element.children.filter((node) => !isBlank(node))
  const [source, image] = parts
  if (parts.length === 1 && source?.type === 'element') return readPicture(source)
  if (image?.type !== 'element' || image.name !== 'img' || parts.length > 2) {
    return refuse('content of <picture>')
  }
  return {
    image,
    ref: readAsset(image.attributes['src'] ?? ''),
    refDark: readDark(source),
  }
}

/** The file with the id in the spelling, or else the spelling as a path or URL. */
export function readAsset(spelling: string): AssetRef {
  const ref = readRef(spelling)
  return ref.kind === 'file' || ref.kind === 'url' ? ref : { kind: 'url', url: spelling }
}

export function readSize(image: HtmlElement): { width?: Length; height?: Length } {
  return defined({
    width: readLength(image.attributes['width']),
    height: readLength(image.attributes['height']),
  })
}

/** The names of the attributes that are read; a width that is no length is not among them. */
export function sizeAttributes(image: HtmlElement, known: readonly string[]): string[] {
  const size = readSize(image)
  return [...known, ...Object.keys(size)]
}

export function readInlineImage(element: HtmlElement): InlineImage {
  const picture = readPicture(element)
  if (picture === undefined) return refuse(`element <${element.name}>`)
  const { image, ref, refDark } = picture
  const { alt, title: caption, 'data-size': size } = image.attributes
  const isKnownSize = size === 'original' || size === 'line'
  const known = sizeAttributes(image, [
    'src',
    'alt',
    'title',
    ...(isKnownSize ? ['data-size'] : []),
  ])
  const data = defined<InlineImage['data']>({
    ref,
    refDark,
    caption: caption === '' ? undefined : caption,
    alt: alt === '' ? undefined : alt,
    size: isKnownSize ? size : undefined,
    width: undefined,
    height: undefined,
    ...readSize(image),
  })
  return {
    ...inline<InlineImage>('inline-image', data),
    ...kept(otherAttributes(image, known)),
  }
}

export function isIcon({ name, attributes }: HtmlElement): boolean {
  return name === 'i' && /(?:^|\s)fa-/u.test(attributes['class'] ?? '')
}

const iconStyles = [
  'fa-solid',
  'fa-regular',
  'fa-light',
  'fa-thin',
  'fa-duotone',
  'fa-brands',
]

/** Reads `<i class="fa-star">:star:</i>`; a style such as `fa-brands` stays as a class. */
export function readIcon(element: HtmlElement, outer: Colors): Icon {
  const { class: classes = '', style = '' } = element.attributes
  const names = classes.split(/\s+/u).filter((name) => name !== '')
  const icon = names.findLast(
    (name) => name.startsWith('fa-') && !iconStyles.includes(name),
  )
  if (icon === undefined) return refuse('class of an icon')
  const { text: color = 'default' } = { ...outer, ...readColors(style) }
  const others = otherAttributes(element, [
    'style',
    ...(names.length === 1 ? ['class'] : []),
  ])
  const data = defined<Icon['data']>({
    icon: icon.slice('fa-'.length),
    color: colors.find((one) => one === color && one !== 'default'),
  })
  return { ...inline<Icon>('icon', data), ...kept(others) }
}

/** Reads `<span data-gb-custom-inline data-tag="emoji" data-code="1f600">😀</span>`. */
export function readEmoji(element: HtmlElement): Emoji {
  refuseOthers(element, ['data-gb-custom-inline', 'data-tag', 'data-code'])
  const code = element.attributes['data-code'] ?? ''
  if (element.attributes['data-tag'] !== 'emoji' || code === '') {
    return refuse(`inline ${element.attributes['data-tag'] ?? ''}`)
  }
  return inline<Emoji>('emoji', { code })
}

export function isButton({ name, attributes }: HtmlElement): boolean {
  if (name === 'button') return true
  return name === 'a' && (attributes['class'] ?? '').split(/\s+/u).includes('button')
}

const linkAttributes = ['class', 'href', 'type', 'data-icon']
const buttonAttributes = [...linkAttributes, 'data-action', 'data-query']

export function readButton(element: HtmlElement, reader: EmbeddedReader): Button {
  const { class: classes = '', href } = element.attributes
  const {
    'data-action': action,
    'data-query': query,
    'data-icon': icon,
  } = element.attributes
  if (action !== undefined && action !== 'ask' && action !== 'search') {
    return refuse('action of a button')
  }
  const others = classes
    .split(/\s+/u)
    .filter((name) => name !== '' && !['button', 'primary', 'secondary'].includes(name))
  if (others.length > 0) return refuse('class of a button')
  const opened: ButtonAction | undefined = action && {
    action,
    ...(query !== undefined && { query }),
  }
  const data = defined<Button['data']>({
    label: plainText(element.children, reader),
    kind: /\bsecondary\b/u.test(classes) ? 'secondary' : 'primary',
    icon,
    ref: href === undefined ? impliedRef(opened) : readRef(href),
    action: opened,
  })
  const { attributes } = otherAttributes(
    element,
    action === undefined ? linkAttributes : buttonAttributes,
  )
  const isImplied = href === undefined ? true : undefined
  return {
    ...inline<Button>('button', data),
    ...kept<NonNullable<Button['meta']>>({ isImplied, attributes }),
  }
}

/** Reads `<a data-mention href="page.md">page.md</a>`. */
export function readMention(element: HtmlElement, reader: EmbeddedReader): Mention {
  const { href = '' } = element.attributes
  const label = plainText(element.children, reader)
  const data = defined<Mention['data']>({
    ref: readRef(href),
    label: label === href ? undefined : label,
  })
  return {
    ...inline<Mention>('mention', data),
    ...kept(otherAttributes(element, ['data-mention', 'href'])),
  }
}

export function readExpression(element: HtmlElement, reader: EmbeddedReader): Expression {
  refuseOthers(element, ['class'])
  return inline<Expression>('expression', {
    expression: rawText(element.children, reader),
  })
}

export function readMath(element: HtmlElement, reader: EmbeddedReader): InlineMath {
  refuseOthers(element, ['class'])
  return inline<InlineMath>('inline-math', { formula: rawText(element.children, reader) })
}

function readDark(source: HtmlNode | undefined): AssetRef {
  if (source?.type !== 'element' || source.name !== 'source') {
    return refuse('content of <picture>')
  }
  refuseOthers(source, ['srcset', 'media'])
  const { srcset = '', media = '' } = source.attributes
  const isDark = /^\(prefers-color-scheme:\s?dark\)$/u.test(media)
  return isDark ? readAsset(srcset) : refuse('media of <source>')
}
