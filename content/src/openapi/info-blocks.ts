import type { FlowBlock, ListItem, Phrasing } from '#/document/nodes.ts'
import { paragraphOf, textOf } from '#/document/shapes.ts'

import type { ApiInfo, ApiSecurityScheme, ApiServer } from './model.ts'
import { codeOf, headingOf, itemOf, linkOf, listOf } from './said-nodes.ts'
import { schemeAddresses, schemeWords } from './scheme-words.ts'
import { untrustedBlocks } from './untrusted-text.ts'

/** What there is to know of an API as a whole, apart from its description. */
export function infoBlocks(info: ApiInfo): readonly FlowBlock[] {
  return [
    ...facts(info),
    ...section('Servers', info.servers.map(serverItem)),
    ...section('Authentication', info.security.map(schemeItem)),
  ]
}

function facts(info: ApiInfo): readonly FlowBlock[] {
  const { version, terms, contact, license, docs } = info
  const items = [
    ...(version === '' ? [] : [fact('Version', codeOf(version))]),
    ...(license === undefined
      ? []
      : [fact('License', linkOf(license.name, license.url))]),
    ...(terms === undefined ? [] : [fact('Terms of service', linkOf(terms, terms))]),
    ...contactFacts(contact),
    ...(docs === undefined
      ? []
      : [fact('Documentation', linkOf(docs.description ?? docs.url, docs.url))]),
  ]
  return listOf(items)
}

function contactFacts(contact: ApiInfo['contact']): readonly ListItem[] {
  if (contact === undefined) return []
  const { name, url, email } = contact
  const address = email === undefined ? url : `mailto:${email}`
  return [fact('Contact', linkOf(name ?? email ?? url ?? '', url ?? address))]
}

function fact(name: string, value: Phrasing): ListItem {
  return itemOf([paragraphOf([textOf(`${name}: `), value])])
}

function section(title: string, items: readonly ListItem[]): readonly FlowBlock[] {
  return items.length === 0 ? [] : [headingOf(2, [textOf(title)]), ...listOf(items)]
}

function serverItem({ url, description, variables }: ApiServer): ListItem {
  const words = variables.map(({ name, default: usual, values }) => {
    const choice = values === undefined ? '' : ` (${values.join(', ')})`
    return itemOf([paragraphOf([codeOf(`{${name}}`), textOf(`: ${usual}${choice}`)])])
  })
  return itemOf([paragraphOf([codeOf(url)]), ...described(description), ...listOf(words)])
}

function schemeItem(scheme: ApiSecurityScheme): ListItem {
  return itemOf([
    paragraphOf([codeOf(scheme.id), textOf(`: ${schemeWords(scheme)}`)]),
    ...described(scheme.description),
    ...listOf(
      schemeAddresses(scheme).map((address) => itemOf([paragraphOf([codeOf(address)])])),
    ),
  ])
}

function described(description: string | undefined): readonly FlowBlock[] {
  return description === undefined ? [] : untrustedBlocks(description, 3)
}
