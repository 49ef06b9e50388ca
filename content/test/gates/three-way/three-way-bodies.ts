import type { seeded } from '../../../../tools/gate.ts'

export type Chance = ReturnType<typeof seeded>

/** A page made of blocks in which every marked word stands once, so that each edit is known by its words. */
interface Leaf {
  readonly kind: 'paragraph' | 'heading' | 'code' | 'table'
  /** Never edited: it says which block this is. */
  readonly mark: string
  readonly lines: string[][]
}

interface Container {
  readonly kind: 'hint' | 'list' | 'quote' | 'tabs' | 'part'
  /** Stands in the opening tag of a hint or a tab. */
  title: string
  /** Lists that stand side by side have different ones, or they would be one list. */
  readonly bullet: string
  readonly children: Block[]
}

type Block = Leaf | Container

export interface Page {
  readonly blocks: Block[]
}

/** Gives marked words that no other page of the run has. */
export interface Words {
  readonly next: () => string
  /** A number that is another one for each list. */
  readonly count: () => number
}

export function wordsFrom(prefix: string): Words {
  let number = 0
  let lists = 0
  return {
    count: () => {
      lists += 1
      return lists
    },
    next: () => {
      number += 1
      return `${prefix}${number}z`
    },
  }
}

const bullets = ['*', '-', '+', '1.', '1)']
const filler = [
  'the',
  'page',
  'opens',
  'when',
  'a',
  'person',
  'is',
  'ready',
  'to',
  'save',
]
const leafKinds = [
  'paragraph',
  'paragraph',
  'paragraph',
  'heading',
  'code',
  'table',
] as const
const containerKinds = ['hint', 'list', 'list', 'quote', 'tabs'] as const

export function makePage(chance: Chance, words: Words): Page {
  const blocks: Block[] = []
  const count = 3 + chance.below(8)
  while (blocks.length < count) {
    blocks.push(
      chance.next() < 0.7 ? makeLeaf(chance, words) : makeContainer(chance, words, 0),
    )
  }
  return { blocks }
}

export function copyPage(page: Page): Page {
  return structuredClone(page)
}

function makeLeaf(
  chance: Chance,
  words: Words,
  kind: Leaf['kind'] = chance.pick(leafKinds),
): Leaf {
  const isTall = kind === 'code' || kind === 'table'
  const height = isTall ? 3 + chance.below(5) : 1 + chance.below(2)
  const lines = Array.from({ length: kind === 'heading' ? 1 : height }, () =>
    Array.from({ length: (isTall ? 2 : 4) + chance.below(4) }, () => words.next()),
  )
  return { kind, mark: words.next(), lines }
}

function makeContainer(chance: Chance, words: Words, depth: number): Container {
  const wanted = chance.pick(containerKinds)
  const number = wanted === 'list' ? words.count() : 0
  const kind = number > bullets.length ? 'quote' : wanted
  const count = 2 + chance.below(3)
  const hasParts = kind === 'list' || kind === 'tabs'
  const children = Array.from({ length: count }, (): Block => {
    const inner = makeChild(chance, words, depth)
    if (!hasParts) return inner
    const rest = chance.next() < 0.3 ? [makeLeaf(chance, words, 'paragraph')] : []
    const first = kind === 'list' ? makeLeaf(chance, words, 'paragraph') : inner
    return makePart(words, [first, ...rest])
  })
  const bullet = bullets[number - 1] ?? ''
  return { kind, title: words.next(), bullet, children }
}

function makePart(words: Words, children: Block[]): Container {
  return { kind: 'part', title: words.next(), bullet: '', children }
}

function makeChild(chance: Chance, words: Words, depth: number): Block {
  if (depth < 1 && chance.next() < 0.2) return makeContainer(chance, words, depth + 1)
  return makeLeaf(chance, words, 'paragraph')
}

// Rendering

export function render(page: Page): string {
  return `${page.blocks.map((block) => renderBlock(block, 'flow')).join('\n\n')}\n`
}

function renderBlock(block: Block, within: Container['kind'] | 'flow'): string {
  if ('mark' in block) return renderLeaf(block)
  const inner = block.children.map((child) => renderBlock(child, block.kind))
  switch (block.kind) {
    case 'hint':
      return `{% hint style="info" icon="${block.title}" %}\n${inner.join('\n\n')}\n{% endhint %}`
    case 'quote':
      return inner
        .join('\n\n')
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')
    case 'tabs':
      return `{% tabs %}\n${inner.join('\n\n')}\n{% endtabs %}`
    case 'list':
      return inner
        .map((part) => `${block.bullet} ${indented(part, block.bullet)}`)
        .join('\n')
    default:
      return within === 'tabs'
        ? `{% tab title="${block.title}" %}\n${inner.join('\n\n')}\n{% endtab %}`
        : inner.join('\n\n')
  }
}

function indented(text: string, bullet: string): string {
  const indent = ' '.repeat(bullet.length + 1)
  return text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : indent + line))
    .join('\n')
}

function renderLeaf({ kind, mark, lines }: Leaf): string {
  switch (kind) {
    case 'heading':
      return `## ${mark} ${lines.flat().join(' ')}`
    case 'code':
      return ['```js', `// ${mark}`, ...lines.map((line) => line.join(' ')), '```'].join(
        '\n',
      )
    case 'table':
      return [
        `| ${mark} |`,
        '| --- |',
        ...lines.map((line) => `| ${line.join(' ')} |`),
      ].join('\n')
    default:
      return [mark, ...lines.map((line) => withFiller(line).join(' '))].join('\n')
  }
}

/** Words that many blocks share, as in any text. */
function withFiller(line: readonly string[]): readonly string[] {
  return line.flatMap((word, index) => [
    filler[(index + line.length) % filler.length] ?? '',
    word,
  ])
}

// Edits

export type Edit = 'word' | 'insert' | 'delete' | 'move' | 'title'

const edits: readonly Edit[] = [
  'word',
  'word',
  'word',
  'insert',
  'insert',
  'delete',
  'move',
  'move',
  'title',
]

/** Changes a page in one way; the way is given back, or undefined when it had no place for it. */
export function editPage(
  page: Page,
  chance: Chance,
  words: Words,
  edit: Edit = chance.pick(edits),
): Edit | undefined {
  const lists = listsOf(page)
  const list = chance.pick(lists)
  const done = {
    word: () => editWord(lists, chance, words),
    insert: () => insertInto(list, chance, words),
    delete: () => list.length > 2 && list.splice(chance.below(list.length), 1).length > 0,
    move: () => moveWithin(list, chance),
    title: () => editTitle(lists, chance, words),
  }[edit]()
  return done ? edit : undefined
}

function listsOf(page: Page): readonly Block[][] {
  const lists: Block[][] = [page.blocks, page.blocks]
  for (const list of lists) {
    for (const block of list === lists[0] && lists.length > 2 ? [] : list) {
      if ('children' in block) lists.push(block.children)
    }
  }
  return lists
}

function editWord(lists: readonly Block[][], chance: Chance, words: Words): boolean {
  const leaves = lists.flat().filter((block) => 'mark' in block)
  if (leaves.length === 0) return false
  const { lines } = chance.pick(leaves)
  const line = chance.pick(lines)
  const at = chance.below(line.length)
  const how = chance.below(4)
  if (how === 0) line.splice(at, 0, words.next())
  else if (how === 1 && line.length > 1) line.splice(at, 1)
  else if (how === 2) lines.splice(chance.below(lines.length + 1), 0, [words.next()])
  else line[at] = words.next()
  return true
}

/** What stands in a list or in tabs is a part of it; anywhere else any block may be put. */
function insertInto(list: Block[], chance: Chance, words: Words): boolean {
  const leaf = makeLeaf(chance, words, 'paragraph')
  const isParts = list.some((block) => block.kind === 'part')
  const block: Block = isParts ? makePart(words, [leaf]) : leaf
  list.splice(chance.below(list.length + 1), 0, block)
  return true
}

function moveWithin(list: Block[], chance: Chance): boolean {
  if (list.length < 3) return false
  const from = chance.below(list.length)
  const count = chance.next() < 0.2 ? Math.min(2, list.length - from) : 1
  const moved = list.splice(from, count)
  list.splice(chance.below(list.length + 1), 0, ...moved)
  return true
}

function editTitle(lists: readonly Block[][], chance: Chance, words: Words): boolean {
  const titled = lists.flat().filter((block) => block.kind === 'hint')
  if (titled.length === 0) return false
  const block = chance.pick(titled)
  if ('title' in block) block.title = words.next()
  return true
}
