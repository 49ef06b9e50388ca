import type { ThemeRegistration } from 'shiki/core'

/**
 * The kinds of code that readers see in colours, with the scopes of grammars for each. Later kinds
 * win over earlier ones of the same precision. `syntax.css` has a colour for each.
 */
const scopesOfKind = {
  comment: ['comment', 'punctuation.definition.comment', 'string.comment'],
  keyword: [
    'keyword',
    'storage',
    'keyword.operator.new',
    'keyword.operator.expression',
    'constant.language',
    'variable.language',
    'support.type.primitive',
  ],
  string: [
    'string',
    'punctuation.definition.string',
    'markup.inline.raw',
    'markup.fenced_code',
    'constant.other.symbol',
  ],
  number: [
    'constant.numeric',
    'constant.other.color',
    'constant.character',
    'keyword.other.unit',
    'constant.other.option',
    'variable.other.enummember',
  ],
  function: [
    'entity.name.function',
    'support.function',
    'meta.function-call.generic',
    'variable.function',
    'entity.name.command',
  ],
  type: [
    'entity.name.type',
    'entity.name.class',
    'entity.other.inherited-class',
    'support.type',
    'support.class',
    'entity.name.namespace',
    'storage.type.java',
    'storage.type.cs',
    'storage.modifier.import.java',
  ],
  property: [
    'support.type.property-name',
    'meta.object-literal.key',
    'variable.other.property',
    'entity.name.tag.yaml',
    'support.type.property-name.json',
    'keyword.other.definition.ini',
    'entity.other.attribute-name',
  ],
  tag: ['entity.name.tag', 'punctuation.definition.tag', 'entity.name.section'],
  inserted: ['markup.inserted', 'punctuation.definition.inserted'],
  deleted: ['markup.deleted', 'punctuation.definition.deleted'],
} as const

/** The scopes of signs between the words, which stay plain: colours would be too loud. */
const plainScopes = [
  'keyword.operator',
  'punctuation',
  'meta.brace',
  'storage.type.function.arrow',
]

const kinds = Object.entries(scopesOfKind)

/** A theme whose colours are numbers: each encodes the kind of a token, not its look. */
export const kindTheme: ThemeRegistration = {
  name: 'kinds',
  type: 'light',
  fg: colorAt(0),
  bg: '#ffffff',
  settings: [
    { settings: { foreground: colorAt(0), background: '#ffffff' } },
    { scope: plainScopes, settings: { foreground: colorAt(0) } },
    ...kinds.map(([, scope], index) => ({
      scope: [...scope],
      settings: { foreground: colorAt(index + 1) },
    })),
  ],
}

const kindOfColor: ReadonlyMap<string, string> = new Map(
  kinds.map(([kind], index) => [colorAt(index + 1), kind]),
)

/** The kind that a colour of `kindTheme` stands for; undefined for a token without a kind. */
export function kindOf(color: string | undefined): string | undefined {
  return color === undefined ? undefined : kindOfColor.get(color.toLowerCase())
}

function colorAt(index: number): string {
  return `#${index.toString(16).padStart(6, '0')}`
}
