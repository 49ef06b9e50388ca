import { styleText } from 'node:util'

export type Colour = 'green' | 'red' | 'yellow' | 'cyan' | 'bold' | 'dim'

/** Colours words where the terminal shows colours. */
export interface Paint {
  readonly text: (colour: Colour, text: string) => string
  /** Marks the words of a line that make the difference. */
  readonly strong: (colour: Colour, text: string) => string
}

/** A paint for stdout; plain if stdout is no terminal, NO_COLOR is set or the user wants it so. */
export function createPaint({ isPlain }: { readonly isPlain: boolean }): Paint {
  if (isPlain) return { text: (_, text) => text, strong: (_, text) => text }
  const { stdout: stream } = process
  return {
    text: (colour, text) => styleText(colour, text, { stream }),
    strong: (colour, text) => styleText([colour, 'inverse'], text, { stream }),
  }
}
