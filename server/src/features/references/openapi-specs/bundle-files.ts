import {
  escaped,
  namedFrom,
  splitReference,
  type SpecFileData,
} from './check-references.ts'

/** The field of a document of several files under which the others stand, by name. */
const othersField = 'x-files'

/**
 * All files as one JSON document: the main file, with the others in a field of it, to which the
 * references lead. Nothing is copied, so the document is no larger than the files.
 */
export function bundleFiles(main: SpecFileData, others: readonly SpecFileData[]): string {
  const text = JSON.stringify(main.data, rewriteFrom(main.name, main.name))
  if (others.length === 0) return text
  const members = others.map(
    (file) =>
      `${JSON.stringify(file.name)}:${JSON.stringify(file.data, rewriteFrom(file.name, main.name))}`,
  )
  return `${text.slice(0, -1)},"${othersField}":{${members.join(',')}}}`
}

function rewriteFrom(fileName: string, mainName: string) {
  return (key: string, value: unknown): unknown =>
    key === '$ref' && typeof value === 'string'
      ? rewritten(value, fileName, mainName)
      : value
}

function rewritten(ref: string, fileName: string, mainName: string): string {
  const { file, pointer } = splitReference(ref)
  const target = namedFrom(file, fileName)
  if (target === mainName) return `#${pointer}`
  return `#/${othersField}/${escaped(target)}${pointer}`
}
