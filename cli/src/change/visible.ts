/** Shows escape characters in text of other people, so that these cannot steer the terminal. */
export function visible(text: string): string {
  return text.replaceAll('\u001B', '␛')
}
