import type { Tree } from './mathml.ts'

/** What MathML says in attributes and by its operators, and browsers draw only with styles. */
export function laidOut(tree: Tree): Tree {
  const children = tree.children.map((child) =>
    typeof child === 'string' ? child : laidOut(child),
  )
  const made = { ...tree, children }
  if (tree.name === 'mtable') return withColumns(made)
  return rows.has(tree.name) ? { ...made, children: withSpaces(children) } : made
}

const rows = new Set(['mrow', 'mstyle', 'mtd', 'math', 'msqrt', 'mpadded', 'mphantom'])

/** Gives each cell the classes of its column's alignment, and of columns without a gap. */
function withColumns(table: Tree): Tree {
  const aligned = listIn(table, 'columnalign')
  const spaced = listIn(table, 'columnspacing')
  return {
    ...table,
    children: table.children.map((row) =>
      typeof row === 'string'
        ? row
        : {
            ...row,
            children: row.children.map((cell, index) => {
              if (typeof cell === 'string') return cell
              const side = aligned[index] ?? aligned.at(-1)
              const isTight = (spaced[index] ?? spaced.at(-1)) === '0em'
              const names = [
                ...(side === 'left' || side === 'right' ? [`math-${side}`] : []),
                ...(isTight ? ['math-tight'] : []),
              ]
              return names.length === 0 ? cell : { ...cell, className: names.join(' ') }
            }),
          },
    ),
  }
}

function listIn({ attributes }: Tree, name: string): readonly string[] {
  const [, behind = ''] = attributes.split(` ${name}="`, 2)
  const [value = ''] = behind.split('"', 1)
  return value.split(' ').filter((each) => each !== '')
}

const thinSpace: Tree = { name: 'mspace', attributes: ' width="0.1667em"', children: [] }
const applied = '\u2061'

/** Puts a thin space behind the name of a function, unless brackets follow. */
function withSpaces(children: readonly (Tree | string)[]): (Tree | string)[] {
  return children.flatMap((child, index) => {
    const next = children[index + 1]
    return next !== undefined && endsName(child) && !opensBracket(next)
      ? [child, thinSpace]
      : [child]
  })
}

/** Whether an element is the sign behind a function's name, or has that at the end of its base. */
function endsName(element: Tree | string | undefined): boolean {
  if (typeof element !== 'object') return false
  if (element.name === 'mo') return element.children[0] === applied
  if (element.name === 'mrow') return endsName(element.children.at(-1))
  return /^(?:msub|msup|msubsup|munder|mover|munderover)$/u.test(element.name)
    ? endsName(element.children[0])
    : false
}

function opensBracket(element: Tree | string): boolean {
  if (typeof element !== 'object') return false
  if (element.name === 'mrow') {
    const [first] = element.children
    return first !== undefined && opensBracket(first)
  }
  const [sign] = element.children
  return element.name === 'mo' && typeof sign === 'string' && /^[([{|]$/u.test(sign)
}
