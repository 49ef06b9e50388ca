import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'

import { buildIcons } from '#/assets/build-icons.ts'
import { renderBody } from '#/blocks/render-body.tsx'
import { viewOf } from '#test/page-view.ts'
import { assertHarmless } from '#test/strict-html.ts'

import { drawnIcon, provideIcons } from './icon-set.ts'
import { hasNamedIcon } from './named-icon.tsx'
import { otherNames, shapes } from './shapes.ts'

describe('the icons that authors name', () => {
  before(async () => provideIcons((await buildIcons()).icons))

  it('are found by name, with its prefix, by other names, and among brands', () => {
    const rocket = drawnIcon('rocket')
    assert.ok(rocket?.solid !== undefined)
    for (const name of ['fa-rocket', 'fas fa-rocket', 'fa-solid fa-rocket', 'Rocket']) {
      assert.deepEqual(drawnIcon(name)?.solid, rocket.solid, name)
    }
    assert.deepEqual(drawnIcon('home'), drawnIcon('house'))
    assert.ok(drawnIcon('github')?.solid !== undefined)
  })

  it('have the styles that are free, and a named style alone where it is', () => {
    const bell = drawnIcon('bell')
    assert.ok(bell?.solid !== undefined && bell.regular !== undefined)
    assert.deepEqual(Object.keys(drawnIcon('fa-regular fa-bell') ?? {}), [
      'box',
      'regular',
    ])
    assert.deepEqual(Object.keys(drawnIcon('fa-regular fa-rocket') ?? {}), [
      'box',
      'solid',
    ])
  })

  it('are nothing for a name that nobody knows, however it is written', () => {
    for (const name of [
      '',
      'nothing-such',
      '__proto__',
      'constructor',
      '<svg onload=x>',
      'a '.repeat(90),
    ]) {
      assert.equal(drawnIcon(name), undefined, name)
    }
  })

  it('still draw every name that was drawn before', () => {
    for (const name of [...Object.keys(shapes), ...Object.keys(otherNames)]) {
      assert.ok(hasNamedIcon(name), name)
    }
  })

  it('stand in a page only where it uses them, one outline or both', async () => {
    const body = await renderBody(
      viewOf(
        '<i class="fa-rocket">:rocket:</i> <i class="fa-bell">:bell:</i> <i class="fa-no-such">:no-such:</i>\n',
      ),
    )
    assertHarmless(body)
    assert.equal([...body.matchAll(/<svg class="icon drawn"/g)].length, 2)
    assert.equal([...body.matchAll(/class="icon-regular"/g)].length, 1)
    assert.match(body, /aria-label="no such"><\/span>/)
    assert.ok(body.length < 6000, `${body.length} characters`)
  })
})
