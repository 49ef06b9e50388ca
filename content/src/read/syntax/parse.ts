import type { Literal, Node, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type {
  CompileContext,
  Extension as TreeExtension,
  Token,
} from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'

import { emojiCode } from '#/document/emoji.ts'

import { emojiSyntax } from './emoji-syntax.ts'
import { htmlUntilTag } from './html-until-tag.ts'
import { tagSyntax } from './tag-syntax.ts'

declare module 'mdast' {
  /** `{% … %}` alone on its line. */
  interface BlockTag extends Literal {
    type: 'blockTag'
  }
  /** `{% … %}` inside text. */
  interface InlineTag extends Literal {
    type: 'inlineTag'
  }
  /** The name of an emoji, without its colons. */
  interface EmojiName extends Literal {
    type: 'emoji'
  }
  interface RootContentMap {
    blockTag: BlockTag
    inlineTag: InlineTag
    emoji: EmojiName
  }
  interface BlockContentMap {
    blockTag: BlockTag
  }
  interface PhrasingContentMap {
    inlineTag: InlineTag
    emoji: EmojiName
  }
}

/** The Markdown tree of a page, with tags and emoji. Positions are offsets in `source`. */
export function parseMarkdown(source: string, more: readonly TreeExtension[] = []): Root {
  return fromMarkdown(withKeptMark(source), {
    extensions: [
      gfm(),
      math({ singleDollarTextMath: false }),
      htmlUntilTag,
      tagSyntax(failedCharactersMax),
      emojiSyntax((name) => emojiCode(name) !== undefined),
    ],
    mdastExtensions: [...treeExtensions, ...more],
  })
}

/** The limit of characters that tags without an end scan: each may scan the rest of the page. */
const failedCharactersMax = 50_000
const byteOrderMark = '\uFEFF'

/** The source with its byte order mark twice: the parser drops one, which would shift offsets. */
function withKeptMark(source: string): string {
  return source.startsWith(byteOrderMark) ? byteOrderMark + source : source
}

function enterLiteral(type: 'blockTag' | 'inlineTag' | 'emoji') {
  return function enter(this: CompileContext, token: Token): undefined {
    this.enter({ type, value: '' }, token)
  }
}

function exitLiteral(this: CompileContext, token: Token): undefined {
  const node = this.stack.at(-1)
  if (node !== undefined && isLiteral(node)) node.value = this.sliceSerialize(token)
  this.exit(token)
}

function isLiteral(node: Node): node is Literal {
  return 'value' in node
}

const treeExtensions: TreeExtension[] = [
  // Drops the transforms, which search addresses in finished text, where escapes are lost.
  ...gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  mathFromMarkdown(),
  {
    enter: {
      blockTag: enterLiteral('blockTag'),
      inlineTag: enterLiteral('inlineTag'),
      emoji: enterLiteral('emoji'),
    },
    exit: { blockTag: exitLiteral, inlineTag: exitLiteral, emoji: exitLiteral },
  },
]
