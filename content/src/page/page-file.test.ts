import { deepEqual, equal } from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinPage, splitInclude, splitPage } from './page-file.ts'

const frontMatter = '---\ndescription: One\nicon: rocket\n---\n'

describe('splitPage', () => {
  it('gives the file back as head and body', () => {
    const files = [
      '',
      '\uFEFF',
      '\uFEFF# Title\r\n\r\nText\r\n',
      `${frontMatter}\n# Title\n\nText`,
      `${frontMatter}Text`,
      '---\nno: end\nText',
      '# Title',
      '  \n\t\n# Title #\n\n\n\nText\n',
      'Title\n=====\nText',
      '---\rdescription: a\r---\r# Title\rText\r',
      '---\n---\n',
    ]
    for (const file of files) {
      const { head, body } = splitPage(file)
      equal(head + body, file)
    }
  })

  it('takes the first heading for the title, in either spelling', () => {
    equal(splitPage(`${frontMatter}\n# The title\n\nText`).title, 'The title')
    equal(splitPage('The\ntitle\n===\nText').title, 'The title')
    equal(splitPage('The\ntitle\n===\nText').body, 'Text')
    equal(
      splitPage('# **A** `b\\_c` d\\_e <a href="#x" id="x"></a>\n').title,
      'A b\\_c d_e',
    )
  })

  it('leaves a heading that comes later, and one without words, in the body', () => {
    equal(splitPage('<!-- note -->\n# Title\n').title, undefined)
    equal(splitPage('<!-- note -->\n# Title\n').body, '<!-- note -->\n# Title\n')
    equal(splitPage('#\n\nText').body, '#\n\nText')
    equal(splitPage('#Title\n').title, undefined)
    equal(splitPage('## Title\n').title, undefined)
  })

  it('reads the attributes of the front matter and names the keys it does not know', () => {
    const { attributes, unknown } = splitPage(
      [
        '---',
        'description: >-',
        '  Two',
        '  lines',
        'hidden: true',
        'noIndex: false',
        'noRobotsIndex: "yes"',
        'vars:',
        '  version: 1.0',
        '  name: "A"',
        'if: visitor.claims.beta === true',
        'cover: .gitbook/assets/a b.png',
        'coverY: -12.5',
        'layout:',
        '  width: wide',
        '  cover:',
        '    visible: true',
        '    size: full',
        '  outline:',
        '    visible: false',
        '  tags:',
        '    visible: true',
        'owner: docs',
        '---',
        '',
      ].join('\n'),
    )
    deepEqual(attributes, {
      description: 'Two lines',
      hidden: true,
      noIndex: false,
      variables: { version: '1.0', name: 'A' },
      condition: 'visitor.claims.beta === true',
      cover: { yPos: -12.5, ref: { kind: 'url', url: '.gitbook/assets/a b.png' } },
      layout: { width: 'wide', coverSize: 'full', cover: true, outline: false },
    })
    deepEqual(unknown, ['noRobotsIndex', 'owner'])
  })

  it('keeps front matter that it cannot read and says why', () => {
    const broken = splitPage('---\ndescription: "open\n---\n\n# Title\n')
    deepEqual(broken.attributes, {})
    equal(typeof broken.problem, 'string')
    equal(broken.head, '---\ndescription: "open\n---\n\n# Title\n')
    equal(broken.body, '')
  })

  it('takes text between two dividers for text', () => {
    const file = '---\n\nJust words.\n\n---\n\nMore.\n'
    equal(splitPage(file).body, file)
  })

  it('refuses front matter that would grow without bound', () => {
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 9; level++) {
      bomb.push(
        `k${level}: &k${level} [${`*${level === 1 ? 'a' : `k${level - 1}`},`.repeat(10)}]`,
      )
    }
    equal(typeof splitPage(`---\n${bomb.join('\n')}\n---\n`).problem, 'string')
    equal(typeof splitPage(`---\nd: ${'x'.repeat(70_000)}\n---\n`).problem, 'string')
    equal(typeof splitPage(`---\nd: ${'['.repeat(50_000)}\n---\n`).problem, 'string')
  })
})

describe('splitInclude', () => {
  it('leaves the first heading in the text and takes the title from the front matter', () => {
    const { title, head, body } = splitInclude(
      '---\ntitle: Note\n---\n\n# Heading\n\nText\n',
    )
    deepEqual(
      [title, head, body],
      ['Note', '---\ntitle: Note\n---\n\n', '# Heading\n\nText\n'],
    )
  })
})

describe('joinPage', () => {
  it('keeps a body apart from a head that has no line ending', () => {
    equal(joinPage('# Title', 'Text'), '# Title\n\nText')
    equal(joinPage('# Title\n', 'Text'), '# Title\nText')
    equal(joinPage('\uFEFF', 'Text'), '\uFEFFText')
    equal(joinPage('', 'Text'), 'Text')
  })
})
