const noText = /[^\P{Cc}\n\t]+/gu

/** What a reader wrote, as the api takes it: text, and not too much of it; empty when nothing is left. */
export function readerText(written: string, charactersMax: number): string {
  return written.replaceAll(noText, ' ').trim().slice(0, charactersMax).toWellFormed()
}
