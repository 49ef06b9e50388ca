import type { Reader, TextScope } from '../reader.ts'

import type { TextBuilder } from './text-builder.ts'

/** One text that is being read into the document. */
export interface TextWork {
  readonly reader: Reader
  readonly scope: TextScope
  readonly builder: TextBuilder
}
