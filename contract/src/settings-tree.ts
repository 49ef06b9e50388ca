import { Type, type Static, type TObject, type TOptional, type TSchema } from 'typebox'

import { nullable } from './common.ts'

/** Settings grouped under one name; each can be overridden separately. */
export interface Branch<T extends SettingsTree = SettingsTree> {
  readonly branch: T
}

/** The structure of a set of settings: branches, and leaves that are overridden as a whole. */
export interface SettingsTree {
  readonly [name: string]: TSchema | Branch
}

type CompleteProperties<T extends SettingsTree> = {
  [Name in keyof T & string]: T[Name] extends Branch<infer B>
    ? TObject<CompleteProperties<B>>
    : T[Name] extends TSchema
      ? T[Name]
      : never
}

type OverridesOf<T extends SettingsTree> = {
  [Name in keyof T]?:
    | (T[Name] extends Branch<infer B>
        ? OverridesOf<B>
        : T[Name] extends TSchema
          ? Static<T[Name]>
          : never)
    | null
}

export function branch<const T extends SettingsTree>(settings: T): Branch<T> {
  return { branch: settings }
}

export function isBranch(part: TSchema | Branch): part is Branch {
  return 'branch' in part
}

/** The schema of all settings. */
export function complete<T extends SettingsTree>(
  tree: T,
): TObject<CompleteProperties<T>> {
  const properties = Object.entries(tree).map(([name, part]) => [
    name,
    isBranch(part) ? complete(part.branch) : part,
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same names, each with what the type says of it
  return Type.Object(Object.fromEntries(properties)) as TObject<CompleteProperties<T>>
}

/** The schema of overriding settings: nothing is required, and null means no override. */
export function overrides<T extends SettingsTree>(tree: T) {
  return Type.Unsafe<OverridesOf<T>>(overriding(tree))
}

function overriding(tree: SettingsTree): object {
  const properties: Record<string, TOptional> = {}
  for (const [name, part] of Object.entries(tree)) {
    const schema = isBranch(part) ? Type.Unsafe<object>(overriding(part.branch)) : part
    properties[name] = Type.Optional(nullable(withoutName(schema)))
  }
  return Type.Object(properties)
}

/** Drops the name of a schema that may also be null, as it is another schema now. */
function withoutName(schema: TSchema): TSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id'))
}
