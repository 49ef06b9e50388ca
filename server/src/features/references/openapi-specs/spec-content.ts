import { hash } from 'node:crypto'

export interface OfContent {
  readonly organizationId: string
  readonly hash: string
}

export type SpecFormat = 'json' | 'yaml'

export interface SpecFile {
  readonly name: string
  readonly text: string
}

/** The files of a specification as they are stored: one JSON object by the names of the files. */
export interface PackedSpec {
  readonly bytes: Buffer
  /** The digest of the bytes, which names the content. */
  readonly hash: string
  readonly format: SpecFormat
  readonly files: number
  /** The first and the last byte of the text of the main file, as a JSON string. */
  readonly textStart: number
  readonly textEnd: number
}

/** What a file is in the stored object. */
export interface PackedFile {
  readonly isEntrypoint: boolean
  readonly format: SpecFormat
  readonly text: string
}

/** The key of the files as they were sent or fetched. */
export function filesKey({ organizationId, hash: name }: OfContent): string {
  return `openapi/${organizationId}/${name}/files.json`
}

/** The key of the same as one JSON document. */
export function bundleKey({ organizationId, hash: name }: OfContent): string {
  return `openapi/${organizationId}/${name}/bundle.json`
}

/** JSON begins with a brace or a bracket; everything else is taken for YAML. */
export function formatOf(text: string): SpecFormat {
  return /^\uFEFF?\s*[[{]/.test(text) ? 'json' : 'yaml'
}

/** The name of a file that no other file refers to. */
export function plainName(text: string): string {
  return `openapi.${formatOf(text)}`
}

/** Packs the main file and the others, which come in the order of their names. */
export function packSpec(main: SpecFile, others: readonly SpecFile[] = []): PackedSpec {
  const format = formatOf(main.text)
  const before = Buffer.from(
    `{${JSON.stringify(main.name)}:{"isEntrypoint":true,"format":"${format}","text":`,
  )
  const text = Buffer.from(JSON.stringify(main.text))
  const rest = others
    .toSorted((left, right) => (left.name < right.name ? -1 : 1))
    .map((file) => `,${JSON.stringify(file.name)}:${JSON.stringify(packed(file))}`)
  const bytes = Buffer.concat([before, text, Buffer.from(`}${rest.join('')}}`)])
  return {
    bytes,
    hash: hash('sha256', bytes, 'hex'),
    format,
    files: 1 + others.length,
    textStart: before.length,
    textEnd: before.length + text.length - 1,
  }
}

function packed({ text }: SpecFile): PackedFile {
  return { isEntrypoint: false, format: formatOf(text), text }
}
