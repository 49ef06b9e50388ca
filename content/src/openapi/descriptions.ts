import { spend, type ApiReader } from './reader.ts'
import { textOf } from './texts.ts'

/** The description of something, for an object to have; nothing where there is none, or no room. */
export function descriptionIn(
  reader: ApiReader,
  owner: unknown,
  most: number,
): { readonly description?: string } {
  const description = textOf(owner, 'description', most)
  return description !== undefined && spend(reader, description.length)
    ? { description }
    : {}
}
