import {
  colors,
  plainMarks,
  type Color,
  type Mark,
  type PlainMark,
} from '#/document/marks.ts'
import { refuse } from './refusal.ts'

/** The marks with one more, each once, in the order of the model. */
export function withMark(marks: readonly Mark[], type: PlainMark): readonly Mark[] {
  if (marks.some((mark) => mark.type === type)) return marks
  return order([...marks, { object: 'mark', type }])
}

/** The marks with these colours; a colour that is not given stays as it is. */
export function withColors(marks: readonly Mark[], chosen: Colors): readonly Mark[] {
  const given = marks.find((mark) => mark.type === 'color')
  const outer = given?.type === 'color' ? given.data : noColors
  const data = { ...outer, ...chosen }
  const others = marks.filter((mark) => mark.type !== 'color')
  return order([{ object: 'mark', type: 'color', data }, ...others])
}

export interface Colors {
  readonly text?: Color
  readonly background?: Color
}

const noColors = { text: 'default', background: 'default' } as const

/** The colours of a style attribute: `color:red;background-color:$primary;`. */
export function readColors(style: string): Colors {
  const chosen: { text?: Color; background?: Color } = {}
  for (const declaration of style.split(';')) {
    const [property = '', ...values] = declaration.split(':')
    const name = property.trim().toLowerCase()
    if (name === '') continue
    const value = values.join(':').trim().toLowerCase()
    const color = colors.find((one) => one === value)
    if (color === undefined) return refuse('colour')
    const isBackground = name === 'background-color' || name === 'background'
    if (name === 'color') chosen.text = color
    else if (isBackground) chosen.background = color
    else return refuse(`style ${name}`)
  }
  return chosen
}

function order(marks: readonly Mark[]): readonly Mark[] {
  return marks.toSorted((left, right) => rank(left) - rank(right))
}

function rank(mark: Mark): number {
  return mark.type === 'color' ? -1 : plainMarks.indexOf(mark.type)
}
