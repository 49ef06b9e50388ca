const noText = /[^\P{Cc}\n\t]+/gu

/** The text that a reader typed, cleaned and cut for the api; empty when nothing is left. */
export function readerText(written: string, charactersMax: number): string {
  return written.replaceAll(noText, ' ').trim().slice(0, charactersMax).toWellFormed()
}
