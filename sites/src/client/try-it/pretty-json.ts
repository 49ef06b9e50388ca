/**
 * JSON with a line for each value; undefined for other text. Values stay as they are written:
 * reading numbers would round those with many digits.
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  const lines = new Indented()
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/g)) {
    lines.add(token)
  }
  return lines.text
}

class Indented {
  text = ''
  #depth = 0
  #last = ''

  add(token: string): void {
    const isOpening = token === '[' || token === '{'
    const isClosing = token === ']' || token === '}'
    const isAfterOpening = this.#last === '[' || this.#last === '{'
    if (isClosing) this.#depth -= 1
    if (isAfterOpening !== isClosing || this.#last === ',') this.#breakLine()
    this.text += token === ':' ? ': ' : token
    if (isOpening) this.#depth += 1
    this.#last = token
  }

  #breakLine(): void {
    this.text += `\n${'  '.repeat(Math.min(this.#depth, 100))}`
  }
}
