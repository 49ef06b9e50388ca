import { bounds } from './bounds.ts'
import type { ApiExample, ApiSchema } from './model.ts'
import { isRecord, type JsonRecord } from './members.ts'
import type { SchemaForm } from './schema-form.ts'

/** A document that is being read, and what is known of it by now. */
export interface ApiReader {
  readonly root: JsonRecord
  /** Whether it is of version 2.0, which says many things in other places. */
  readonly isTwo: boolean
  readonly sourceUrl: string | undefined
  /** What references lead to, as far as they were followed. */
  readonly targets: Map<string, unknown>
  /** Places that are known by a name of their own; found when the first of them is asked for. */
  anchors: Map<string, unknown> | undefined
  /** The names of shared schemas, by the objects that they are. */
  readonly names: Map<object, string>
  readonly forms: Map<object, SchemaForm>
  /** Copies of parameters of version 2.0 as schemas. */
  readonly copies: Map<object, JsonRecord>
  unitsLeft: number
  stepsLeft: number
  /** Of the part that is being read. */
  part: PartReading
}

/** What is left to do for a part. Schemas are filled level by level, so that each gets a share. */
export interface PartReading {
  unitsLeft: number
  readonly schemas: PendingSchema[]
  /** What needs the schemas, such as examples that are made from them. */
  readonly afterwards: (() => void)[]
}

export interface PendingSchema {
  /** All of these hold. */
  readonly raws: readonly unknown[]
  readonly node: Writable<ApiSchema>
  readonly above: SchemaChain | undefined
  readonly depth: number
}

/** The schemas around one, by the objects that they are. */
export interface SchemaChain {
  readonly objects: readonly object[]
  readonly above: SchemaChain | undefined
}

export type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

export type ExampleList = ApiExample[]

export function openReader(document: unknown, sourceUrl: string | undefined): ApiReader {
  const root = isRecord(document) ? document : {}
  return {
    root,
    isTwo: Object.hasOwn(root, 'swagger') && !Object.hasOwn(root, 'openapi'),
    sourceUrl,
    targets: new Map(),
    anchors: undefined,
    names: new Map(),
    forms: new Map(),
    copies: new Map(),
    unitsLeft: bounds.units,
    stepsLeft: bounds.steps,
    part: newPart(0),
  }
}

export function newPart(unitsLeft: number): PartReading {
  return { unitsLeft, schemas: [], afterwards: [] }
}

/** Whether the part may have a text of so many characters more. */
export function spend(reader: ApiReader, characters: number): boolean {
  return spendUnits(reader, characters >> 7)
}

export function spendUnits(reader: ApiReader, units: number): boolean {
  const { part } = reader
  if (part.unitsLeft < units || reader.unitsLeft < units) return false
  part.unitsLeft -= units
  reader.unitsLeft -= units
  return true
}

/** Whether the document may be looked at further. */
export function step(reader: ApiReader, steps = 1): boolean {
  if (reader.stepsLeft < steps) return false
  reader.stepsLeft -= steps
  return true
}
