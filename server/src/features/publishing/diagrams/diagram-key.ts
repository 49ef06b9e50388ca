import { hash } from 'node:crypto'

/** The looks in which every diagram is drawn. */
export const diagramThemes = ['light', 'dark'] as const

export type DiagramTheme = (typeof diagramThemes)[number]

/** The version of Mermaid, which the guard test holds against the installed package. */
export const mermaidVersion = '12.3.0'

/** Raised when the colours, fonts or the cleaning of drawings change: all are then drawn again. */
const lookVersion = 4

/** The most characters of a source: the column has the same bound. */
export const sourceLengthMax = 20_000

/** The id of a source: another version of Mermaid, or of the look, gives another one. */
export function diagramId(source: string): string {
  const about = JSON.stringify([mermaidVersion, lookVersion, source])
  return hash('sha256', about, 'base64url')
}

export interface DiagramPlace {
  readonly spaceId: string
  readonly diagramId: string
}

/** The storage key of a drawing, below that of the space, so that purging the space purges it. */
export function drawingKey(place: DiagramPlace, theme: DiagramTheme): string {
  return `spaces/${place.spaceId}/diagrams/${place.diagramId}-${theme}`
}
