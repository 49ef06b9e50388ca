/** Text of others may hold what would steer or colour the terminal: it is shown, not obeyed. */
export function visible(text: string): string {
  return text.replaceAll('\u001B', '␛')
}
