/** One emoji with or without the sign that asks for its picture, or several that are joined to one. */
const picture =
  /^(?:\p{RGI_Emoji}|(?:[\p{Emoji}--\p{ASCII}][\u{FE0F}\p{Emoji_Modifier}]?)(?:\u{200D}[\p{Emoji}--\p{ASCII}][\u{FE0F}\p{Emoji_Modifier}]?)*)$/v
const codePoints = /^[\da-f]{1,6}(?:-[\da-f]{1,6})*$/i

/** Whether a text is an emoji, as a character or as its code points: `🌱` or `1f331`. */
export function isEmoji(text: string): boolean {
  if (picture.test(text)) return true
  if (!codePoints.test(text)) return false
  const points = text.split('-').map((point) => Number.parseInt(point, 16))
  return points.every(isCharacter) && picture.test(String.fromCodePoint(...points))
}

/** Halves of a pair, which are none by themselves, would become an emoji together. */
function isCharacter(point: number): boolean {
  return point < 0xd8_00 || (point > 0xdf_ff && point <= 0x10_ff_ff)
}
