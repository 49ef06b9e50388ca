const joiner = '\u{200D}'
const flag = /^\p{RI}\p{RI}$/u
const key = /^[0-9#*]\u{FE0F}?\u{20E3}$/u
/** Digits are emoji to Unicode, and a plain star is a picture: both together are meant. */
const emoji = /^\p{Emoji}$/u
const picture = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u
const style = /^[\u{FE0F}\p{Emoji_Modifier}]$/u
const tag = /^[\u{E0020}-\u{E007F}]$/u
const codePoints = /^[\da-f]+(?:-[\da-f]+)*$/i

/** Whether a text is an emoji, as a character or as its code points: `🌱` or `1f331`. */
export function isEmoji(text: string): boolean {
  if (isShown(text)) return true
  if (!codePoints.test(text)) return false
  const points = text.split('-').map((point) => Number.parseInt(point, 16))
  return points.every(isCharacter) && isShown(String.fromCodePoint(...points))
}

/** Whether a text shows as one: a flag, a key, or pictures that are joined. */
function isShown(text: string): boolean {
  return flag.test(text) || key.test(text) || text.split(joiner).every(isPicture)
}

/** Whether a text is one picture, with or without a tone or a style, and with tags that name it. */
function isPicture(text: string): boolean {
  const [first = '', second, ...more] = Array.from(text).filter((each) => !tag.test(each))
  return (
    emoji.test(first) &&
    picture.test(first) &&
    (second === undefined || style.test(second)) &&
    more.length === 0
  )
}

/** Halves of a pair, which are none by themselves, would become an emoji together. */
function isCharacter(point: number): boolean {
  return point < 0xd8_00 || (point > 0xdf_ff && point <= 0x10_ff_ff)
}
