import { docsOf, linkOf } from './addresses.ts'
import { lengths } from './bounds.ts'
import { recordOf, type JsonRecord } from './members.ts'
import type { ApiInfo } from './model.ts'
import type { ApiReader } from './reader.ts'
import { schemesOf } from './security.ts'
import { serversOf } from './servers.ts'
import { lineOf, textOf } from './texts.ts'

/** What a document says of the whole API. */
export function readInfo(reader: ApiReader): ApiInfo {
  const said: JsonRecord = recordOf(reader.root, 'info') ?? {}
  const summary = lineOf(said, 'summary', lengths.line)
  const description = textOf(said, 'description', lengths.ofPage)
  const terms = linkOf(reader, said, 'termsOfService')
  const contact = contactOf(reader, said)
  const license = licenseOf(reader, said)
  const docs = docsOf(reader, reader.root)
  return {
    title: lineOf(said, 'title', lengths.title) ?? 'API',
    version: lineOf(said, 'version', lengths.title) ?? '',
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(terms !== undefined && { terms }),
    ...(contact !== undefined && { contact }),
    ...(license !== undefined && { license }),
    ...(docs !== undefined && { docs }),
    servers: serversOf(reader, [reader.root]),
    security: schemesOf(reader),
  }
}

function contactOf(reader: ApiReader, said: JsonRecord): ApiInfo['contact'] {
  const contact = recordOf(said, 'contact')
  const name = lineOf(contact, 'name', lengths.title)
  const url = linkOf(reader, contact, 'url')
  const email = lineOf(contact, 'email', lengths.title)
  if (name === undefined && url === undefined && email === undefined) return undefined
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(email !== undefined && /^[^\s@:/?]+@[^\s@:/?]+$/.test(email) && { email }),
  }
}

function licenseOf(reader: ApiReader, said: JsonRecord): ApiInfo['license'] {
  const license = recordOf(said, 'license')
  const name =
    lineOf(license, 'name', lengths.title) ?? lineOf(license, 'identifier', lengths.title)
  if (name === undefined) return undefined
  const url = linkOf(reader, license, 'url')
  return { name, ...(url !== undefined && { url }) }
}
