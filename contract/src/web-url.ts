import { Type } from 'typebox'

/** An address that readers open or load: no scheme but HTTP is safe in their browser. */
export const webUrl = Type.String({
  format: 'uri',
  pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#@:][^/?#@]*(?:[/?#]|$)',
  maxLength: 2048,
  examples: ['https://example.com/'],
  description: 'An http or https URL.',
})
