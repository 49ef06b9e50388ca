import { deepEqual, equal, match } from 'node:assert/strict'
import { describe, it } from 'node:test'
import { splitPage } from './page-file.ts'
import { setAttributes, setIncludeTitle } from './set-attributes.ts'

const head = [
  '---',
  '# who: the docs team',
  'description: "One"   # short',
  'tags: [a,   b]',
  'vars:',
  '  version: 1.0',
  '  # the name',
  "  name: 'A'",
  'layout:',
  '  actions:',
  '    visible: true',
  'icon: rocket',
  '---',
  '',
  '# Title <a href="#t" id="t"></a> #',
  '',
  '',
].join('\n')

describe('setAttributes', () => {
  it('changes nothing where nothing differs', () => {
    const { attributes, title = '' } = splitPage(head)
    equal(setAttributes(head, { ...attributes, title }), head)
    equal(setAttributes('', {}), '')
  })

  it('rewrites only the value, in the quotes it had', () => {
    equal(
      setAttributes(head, { description: 'Two: it is' }),
      head.replace('"One"', '"Two: it is"'),
    )
    equal(setAttributes(head, { icon: 'star' }), head.replace('rocket', 'star'))
  })

  it('rewrites only the variable that differs', () => {
    equal(
      setAttributes(head, { variables: { version: '2.0', name: 'A' } }),
      head.replace('version: 1.0', 'version: "2.0"'),
    )
    equal(
      setAttributes(head, { variables: { name: 'A' } }),
      head.replace('  version: 1.0\n', ''),
    )
  })

  it('adds to a mapping that is there and keeps what it does not know', () => {
    equal(
      setAttributes(head, { layout: { outline: false } }),
      head.replace('icon:', '  outline:\n    visible: false\nicon:'),
    )
  })

  it('writes a text of several lines as a block', () => {
    const edited = setAttributes(head, { icon: 'one\ntwo' })
    equal(edited, head.replace('icon: rocket', 'icon: |-\n  one\n  two'))
    equal(splitPage(edited).attributes.icon, 'one\ntwo')
  })

  it('adds front matter where there is none and removes it with its last key', () => {
    const plain = '# Title\r\n\r\n'
    const hidden = setAttributes(plain, { hidden: true })
    equal(hidden, '---\r\nhidden: true\r\n---\r\n\r\n# Title\r\n\r\n')
    equal(setAttributes(hidden, { hidden: null }), plain)
    equal(setAttributes('\uFEFF', { icon: 'x' }), '\uFEFF---\nicon: x\n---\n\n')
  })

  it('writes a cover by its four keys', () => {
    const covered = setAttributes('', {
      cover: { ref: { kind: 'url', url: 'a b.png' }, yPos: 0, height: 300 },
    })
    equal(covered, '---\ncover: a b.png\ncoverHeight: 300\n---\n\n')
    const moved = setAttributes(covered, {
      cover: { ref: { kind: 'url', url: 'a b.png' }, yPos: 5, height: 300 },
    })
    equal(moved, '---\ncover: a b.png\ncoverHeight: 300\ncoverY: 5\n---\n\n')
    equal(setAttributes(moved, { cover: null }), '')
  })

  it('rewrites only the words of the title', () => {
    equal(setAttributes(head, { title: 'New' }), head.replace('# Title <', '# New <'))
    equal(setAttributes('Old\n===\n\n', { title: 'New' }), 'New\n===\n\n')
    equal(setAttributes('', { title: 'New' }), '# New\n\n')
    equal(setAttributes('# Old\n\n', { title: null }), '')
  })

  it('spells a title so that it reads back the same', () => {
    for (const title of [
      'a_b',
      '*x*',
      '1 < 2 & 3',
      '[x](y)',
      'C #',
      '`',
      '\\',
      '<b>',
      '$x$',
    ]) {
      const edited = setAttributes('# Old\n\n', { title })
      equal(splitPage(edited).title, title)
    }
    equal(setAttributes('# Old\n', { title: 'snake_case' }), '# snake_case\n')
  })

  it('keeps front matter that it cannot read as comments', () => {
    const edited = setAttributes('---\na: "b\n# c\n---\n', { hidden: true })
    equal(edited, '---\n# a: "b\n# c\nhidden: true\n---\n')
    deepEqual(splitPage(edited).attributes, { hidden: true })
  })

  it('edits flow mappings and shared values without breaking them', () => {
    const flow = setAttributes('---\n{description: a, other: b}\n---\n', { hidden: true })
    deepEqual(splitPage(flow).attributes, { description: 'a', hidden: true })
    const shared = '---\ndescription: &d One\nnote: *d\n---\n'
    const edited = setAttributes(shared, { description: 'Two' })
    equal(splitPage(edited).attributes.description, 'Two')
    equal(splitPage(edited).problem, undefined)
  })

  it('sets, changes and removes a thousand variables at once', () => {
    const set = setAttributes('---\nicon: a # kept\n---\n', {
      variables: thousand('1.0'),
    })
    deepEqual(splitPage(set).attributes, { icon: 'a', variables: thousand('1.0') })
    const changed = setAttributes(set, { variables: { ...thousand('no'), more: 'x' } })
    deepEqual(splitPage(changed).attributes.variables, { ...thousand('no'), more: 'x' })
    match(changed, /^---\nicon: a # kept\nvars:\n/)
    equal(setAttributes(changed, { variables: null }), '---\nicon: a # kept\n---\n')
  })

  it('keeps lines that end in a carriage return alone', () => {
    equal(
      setAttributes('---\ricon: a\r---\r', { hidden: true }),
      '---\ricon: a\rhidden: true\r---\r',
    )
  })
})

describe('setIncludeTitle', () => {
  it('says the title in the front matter', () => {
    equal(setIncludeTitle('', 'Note'), '---\ntitle: Note\n---\n\n')
    equal(
      setIncludeTitle('---\ntitle: "A"\nx: 1\n---\n\n', 'B'),
      '---\ntitle: "B"\nx: 1\n---\n\n',
    )
  })
})

function thousand(value: string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`v${at}`, value]))
}
