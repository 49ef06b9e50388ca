/** An icon in the styles it is drawn in. An icon of a brand counts as solid. */
export interface DrawnIcon {
  /** The `viewBox` of all its outlines. */
  readonly box: string
  readonly solid?: string
  readonly regular?: string
}

/** The icons that authors name, and other names of them. */
export interface IconSet {
  readonly icons: Readonly<Record<string, DrawnIcon>>
  readonly otherNames: Readonly<Record<string, string>>
}

const known = new Map<string, DrawnIcon>()

/** Makes a set of icons known to everything that is rendered; called once, at the start. */
export function provideIcons({ icons, otherNames }: IconSet): void {
  known.clear()
  for (const [name, icon] of Object.entries(icons)) known.set(name, icon)
  for (const [name, meant] of Object.entries(otherNames)) {
    const icon = known.get(meant)
    if (icon !== undefined && !known.has(name)) known.set(name, icon)
  }
}

const nameLengthMax = 100
const styles = new Map([
  ['fa-solid', 'solid'],
  ['fas', 'solid'],
  ['fa-regular', 'regular'],
  ['far', 'regular'],
] as const)

/**
 * The icon of a name such as `rocket`, `fa-rocket` or `fa-regular fa-bell`; of a style that is named
 * only this one, if the icon has it. Undefined for a name without a drawing.
 */
export function drawnIcon(written: string): DrawnIcon | undefined {
  if (written.length > nameLengthMax) return undefined
  const words = written.toLowerCase().split(/[\s:]+/)
  const icon = words
    .map((word) => known.get(word) ?? known.get(word.replace(/^fa-/, '')))
    .findLast((found) => found !== undefined)
  const [style] = [...styles].filter(([word]) => words.includes(word)).map(([, is]) => is)
  const outline = style === undefined ? undefined : icon?.[style]
  return icon === undefined || style === undefined || outline === undefined
    ? icon
    : { box: icon.box, [style]: outline }
}
