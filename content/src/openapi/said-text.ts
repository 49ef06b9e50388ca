/**
 * Words that strangers wrote in Markdown, as a part of a line. Emphasis, code and links to the web
 * stay; nothing in it can be HTML, a tag, a picture, or the beginning of a block.
 */
export function saidLine(markdown: string): string {
  const parts = markdown.replaceAll(/\s+/g, ' ').trim().split('`')
  if (!hasPairs(parts)) return parts.map(saidPlain).join('\\`')
  return parts
    .map((part, index) => (index % 2 === 0 ? saidPlain(part) : `\`${part}\``))
    .join('')
}

/** Whether every second part is code: an address before a backtick would take it along. */
function hasPairs(parts: readonly string[]): boolean {
  const before = parts.filter((_, index) => index % 2 === 0).slice(0, -1)
  const inside = parts.filter((_, index) => index % 2 === 1)
  return (
    parts.length % 2 === 1 &&
    inside.every((part) => part !== '') &&
    !before.some((part) => /[:@]|www\./i.test(lastWord(part)))
  )
}

function lastWord(part: string): string {
  return part.slice(part.lastIndexOf(' ') + 1)
}

/** Matches what begins more than emphasis: a link only where it leads to anything but the web. */
const signs =
  /[\\<]|\{%|!\[|\$\$|\](?=\()(?!\((?:https?:\/\/|mailto:)[^\s()<>\\{]*\))|\](?=[[:])/gi

function saidPlain(text: string): string {
  return text.replaceAll(signs, (sign) => {
    if (sign === '<') return '&lt;'
    return sign.length === 1 ? `\\${sign}` : `${sign.charAt(0)}\\${sign.charAt(1)}`
  })
}

/** The same as a paragraph of its own, which begins with none of the signs of other blocks. */
export function saidParagraph(markdown: string): string {
  const line = saidLine(markdown)
  return line.replace(/^(?:(\d{1,9})(?=[.)])|(?=[-+*#>=|~_]))/, '$1\\')
}

/** A text in which nothing has a meaning. */
export function saidCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return ''
  const fence = '`'.repeat(longestRun(line) + 1)
  const isApart = line.startsWith('`') || line.endsWith('`')
  return isApart ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

export function saidCodeBlock(text: string, syntax = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${syntax}\n${text.replaceAll(/\r\n?/g, '\n')}\n${fence}`
}

function longestRun(text: string): number {
  const runs = text.match(/`+/g) ?? []
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0)
}
