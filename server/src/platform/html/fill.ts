import { type Html, html } from './html.ts'

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * A text with the values of its placeholders, such as `{name}`. A value that is written the other way
 * stands in it by itself, so that it does not turn the words around it.
 */
export function fill(
  text: string,
  values: Readonly<Record<string, string | Html | undefined>>,
): Html {
  const isRightToLeft = rightToLeft.test(text)
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined || !Object.hasOwn(values, name)) return html`${part}`
    const value = values[name]
    const turns = typeof value === 'string' && rightToLeft.test(value) !== isRightToLeft
    return turns ? html`<bdi>${value}</bdi>` : html`${value}`
  })
  return parts.reduce((before, part) => html`${before}${part}`)
}

/** The same for where no markup can be, such as titles. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  )
}
