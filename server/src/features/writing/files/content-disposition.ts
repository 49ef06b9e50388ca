import { essenceOf } from './content-type.ts'

/** The header that lets a browser show or save a file, and under which name (RFC 6266). */
export function contentDisposition(contentType: string, fileName: string): string {
  const name = savableName(fileName)
  const shown = isShown(contentType) ? 'inline' : 'attachment'
  const plain = name.replaceAll(/[^\x20-\x7E]|["\\%]/gu, '_')
  const disposition = `${shown}; filename="${plain}"`
  return plain === name
    ? disposition
    : `${disposition}; filename*=UTF-8''${extendedValue(name)}`
}

function isShown(contentType: string): boolean {
  const essence = essenceOf(contentType)
  return essence === 'application/pdf' || /^(?:image|video|audio)\//.test(essence)
}

/**
 * The name without characters that lead into another folder, break the header, or make one ending
 * look like another.
 */
function savableName(fileName: string): string {
  const name = fileName
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '')
    .replaceAll(/[/\\]/g, '_')
    .replace(/^\.+/, '')
    .trim()
  return name === '' ? 'file' : name
}

/**
 * The name in the encoding of RFC 8187, which does not allow a few characters that
 * encodeURIComponent leaves.
 */
function extendedValue(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
