export const colors = [
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
] as const

export type Color = (typeof colors)[number]

/** The order of the marks within one leaf: the first is the outermost in Markdown. */
export const plainMarks = [
  'strikethrough',
  'bold',
  'italic',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const

export type PlainMark = (typeof plainMarks)[number]

export type Mark =
  | { readonly object: 'mark'; readonly type: PlainMark }
  | {
      readonly object: 'mark'
      readonly type: 'color'
      readonly data: { readonly text: Color; readonly background: Color }
    }

export function isCode(marks: readonly Mark[]): boolean {
  return marks.some(({ type }) => type === 'code')
}
