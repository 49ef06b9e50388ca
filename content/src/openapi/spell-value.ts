import { lengths } from './bounds.ts'
import { isRecord } from './members.ts'
import { jsonText } from './texts.ts'

/** A value as it is sent in a media type; undefined where it is too large to be shown. */
export function spellValue(value: unknown, mediaType: string): string | undefined {
  const type = mediaType.toLowerCase().split(';', 1)[0]?.trim() ?? ''
  if (typeof value === 'string' && !isJson(type)) return value
  const json = jsonText(value, lengths.example, 2)
  if (json === undefined) return undefined
  if (/[/+]xml$/.test(type)) return xmlText(value)
  const isForm = type === 'application/x-www-form-urlencoded' && isRecord(value)
  return isForm ? formText(value) : json
}

export function isJson(mediaType: string): boolean {
  return mediaType === '*/*' || /[/+]json$/.test(mediaType)
}

/** A value of a parameter as it is read by people. */
export function spellPlain(value: unknown): string | undefined {
  return typeof value === 'string' ? value : jsonText(value, lengths.value)
}

function formText(value: object): string {
  return Object.entries(value)
    .map(([name, member]) => [name, spellPlain(member) ?? ''].map(formPart).join('='))
    .join('&')
}

function formPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')
}

/** Names of elements are not known here but those of fields. */
function xmlText(value: unknown): string {
  const whole = Array.isArray(value) ? { item: value } : value
  const [first, ...others] = isRecord(whole) ? Object.entries(whole) : []
  const isRoot = first !== undefined && others.length === 0 && isRecord(first[1])
  const lines = isRoot ? element(first[0], first[1], '') : element('root', whole, '')
  return ['<?xml version="1.0" encoding="UTF-8"?>', ...lines].join('\n')
}

/** The lines of an element; the value is known to be shallow enough. */
function element(name: string, value: unknown, indent: string): readonly string[] {
  const tag = name.replaceAll(/[^\p{L}\p{N}_.-]/gu, '_') || '_'
  if (Array.isArray(value)) return value.flatMap((each) => element(name, each, indent))
  if (!isRecord(value)) {
    return [`${indent}<${tag}>${escaped(spellPlain(value) ?? '')}</${tag}>`]
  }
  const inside = Object.entries(value).flatMap(([key, member]) =>
    element(key, member, `${indent}  `),
  )
  return [`${indent}<${tag}>`, ...inside, `${indent}</${tag}>`]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
