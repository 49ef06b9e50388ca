import { decodePercent, encodePath, percent, splitDestination } from './destination.ts'
import { folderOf, joinPath, relativePath } from './paths.ts'
import { filesMeant } from './resolve-ref.ts'

/** A page's file, and how the files around it moved. */
export interface Moves {
  /** The file of the page with the link, before and after. */
  readonly before: string
  readonly after: string
  /** Whether a file was at this path before, and whether one is there after. */
  readonly existed: (path: string) => boolean
  readonly exists: (path: string) => boolean
  /** The new path of a file that existed, which may be the same; undefined for a deleted file. */
  readonly nowAt: (path: string) => string | undefined
}

/**
 * The spelling of a link destination after files moved; undefined when it can stay as it is. Keeps
 * the style: `./`, a leading slash, without `.md`, encoding, query and anchor.
 */
export function respellDestination(
  destination: string,
  moves: Moves,
): string | undefined {
  const parts = splitDestination(destination)
  if (parts === undefined || parts.path === '') return undefined
  const { path, query, fragment } = parts
  for (const spelling of new Set([path, decodePercent(path)])) {
    const target = means(spelling, moves.before, moves.existed)
    if (target === undefined) continue
    const now = moves.nowAt(target)
    if (now === undefined || means(spelling, moves.after, moves.exists) === now) {
      return undefined
    }
    const style = styleOf(path, spelling, target)
    return `${spell(now, style, moves)}${query}${fragment}`
  }
  return undefined
}

/** The file that a destination in a page means; undefined when it means no file. */
export function fileMeant(
  destination: string,
  from: string,
  isThere: (path: string) => boolean,
): string | undefined {
  const path = splitDestination(destination)?.path ?? ''
  if (path === '') return undefined
  return means(path, from, isThere) ?? means(decodePercent(path), from, isThere)
}

/** The file that a path in a page means. */
function means(
  spelling: string,
  from: string,
  isThere: (path: string) => boolean,
): string | undefined {
  const joined = joinFrom(from, spelling)
  return joined === undefined ? undefined : filesMeant(joined).find(isThere)
}

function joinFrom(file: string, spelling: string): string | undefined {
  return joinPath(spelling.startsWith('/') ? '' : folderOf(file), spelling)
}

interface Style {
  readonly isAbsolute: boolean
  readonly hasDot: boolean
  readonly hasRawSpaces: boolean
  readonly encodesLetters: boolean
  /** The part of the file's name that the author left out. */
  readonly omits: 'nothing' | 'extension' | 'name' | 'slash'
}

function styleOf(path: string, spelling: string, target: string): Style {
  return {
    isAbsolute: path.startsWith('/'),
    hasDot: path.startsWith('./'),
    hasRawSpaces: path.includes(' '),
    encodesLetters: path !== spelling && /%[89A-F]/i.test(path),
    omits: omitted(spelling, target),
  }
}

function omitted(spelling: string, target: string): Style['omits'] {
  const written = lastStep(spelling)
  if (written === lastStep(target)) return 'nothing'
  if (`${written}.md` === lastStep(target)) return 'extension'
  return spelling.endsWith('/') || written === '' ? 'name' : 'slash'
}

function lastStep(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function spell(target: string, style: Style, { after, exists }: Moves): string {
  const path = style.isAbsolute ? `/${target}` : relativePath(folderOf(after), target)
  const short = shorten(path, style.omits)
  // A short form may mean another file now; then the full path is needed.
  const shown = means(short, after, exists) === target ? short : path
  const encoded = encode(shown, style)
  const needsDot = style.hasDot && !/^\.{0,2}\//.test(encoded)
  return needsDot || encoded === '' || /^[^/]*:/.test(encoded) ? `./${encoded}` : encoded
}

function shorten(path: string, omits: Style['omits']): string {
  if (omits === 'nothing') return path
  if (lastStep(path) !== 'README.md') {
    return path.endsWith('.md') ? path.slice(0, -'.md'.length) : path
  }
  if (omits === 'extension') return path.slice(0, -'.md'.length)
  const folder = path.slice(0, -'README.md'.length)
  return omits === 'slash' && folder.length > 1 ? folder.slice(0, -1) : folder
}

function encode(path: string, style: Style): string {
  // Spaces stay unencoded only where the author wrote them so.
  const steps = style.hasRawSpaces ? path.split(' ') : [path]
  const encoded = steps.map((step) => encodePath(step)).join(' ')
  return style.encodesLetters ? encoded.replaceAll(/[^\0-\x7F]+/g, percent) : encoded
}
