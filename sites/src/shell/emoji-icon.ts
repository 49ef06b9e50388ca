/** An emoji as a picture, drawn by the reader's own font. */
export function emojiIcon(emoji: string): string {
  const shown = emoji.toWellFormed().replaceAll(unsafe, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y=".9em" font-size="90" text-anchor="middle">${shown}</text></svg>\n`
}

/** Characters that no emoji has: those that could end the text, and those that XML cannot hold. */
const unsafe = /[<>&"'\p{Cc}\uFFFE\uFFFF]/gu
