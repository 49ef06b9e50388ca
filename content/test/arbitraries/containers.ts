import * as fc from 'fast-check'

import { kept } from '#/document/meta.ts'
import type { FlowBlock, Phrasing } from '#/document/nodes.ts'
import { fragmentOf, paragraphOf } from '#/document/shapes.ts'

import { length } from './lengths.ts'
import { all, flag, nothing, parent, some, type Blocks } from './shapes.ts'
import { name, nastyLine } from './text.ts'

const icon = fc.oneof(name, nastyLine)

/** Blocks that hold any blocks. */
export function containers(
  inside: Blocks,
  line: fc.Arbitrary<readonly Phrasing[]>,
): fc.Arbitrary<FlowBlock>[] {
  const entry = (data: fc.Arbitrary<{ checked?: boolean }>) =>
    fc.array(parent('list-item', data, inside), { maxLength: 3 })
  return [
    parent(
      'list-ordered',
      some({ start: fc.constantFrom(0, 1, 7, 99, 999_999_999) }),
      entry(nothing),
    ),
    parent('list-unordered', nothing, entry(nothing)),
    parent('list-unordered', nothing, entry(some({ checked: flag }))),
    parent('list-tasks', nothing, entry(some({ checked: flag }))),
    parent('blockquote', nothing, inside),
    parent(
      'hint',
      fc.record(
        {
          style: fc.constantFrom(
            'info' as const,
            'warning' as const,
            'danger' as const,
            'success' as const,
          ),
          icon,
        },
        { requiredKeys: ['style'] },
      ),
      inside,
    ),
    expandable(inside, line),
    ...groups(inside),
  ]
}

function groups(inside: Blocks): fc.Arbitrary<FlowBlock>[] {
  return [
    parent(
      'tabs',
      some({ fullWidth: flag }),
      fc.array(parent('tabs-item', some({ title: nastyLine, icon }), inside), {
        maxLength: 3,
      }),
    ),
    parent(
      'stepper',
      nothing,
      fc.array(parent('stepper-step', some({ icon }), inside), { maxLength: 3 }),
    ),
    parent(
      'columns',
      some({ fullWidth: flag }),
      fc.array(
        parent(
          'column',
          some({
            width: length,
            verticalAlignment: fc.constantFrom(
              'top' as const,
              'middle' as const,
              'bottom' as const,
            ),
          }),
          inside,
        ),
        { maxLength: 3 },
      ),
    ),
    parent(
      'if',
      all({
        expression: fc.constantFrom(
          'visitor.claims.x === "y"',
          " a && 'b %} c' ",
          'x % 2 == 0',
          "it's",
        ),
      }),
      inside,
    ),
    parent(
      'updates',
      some({ format: name }),
      fc.array(
        parent(
          'update',
          some({
            date: fc.constantFrom('2026-01-02', ''),
            tags: fc.array(nastyLine, { maxLength: 2 }),
          }),
          inside,
        ),
        { maxLength: 2 },
      ),
    ),
    parent('prompt', some({ description: nastyLine, icon }), inside),
  ]
}

function expandable(
  inside: Blocks,
  line: fc.Arbitrary<readonly Phrasing[]>,
): fc.Arbitrary<FlowBlock> {
  return fc
    .record({ meta: some({ open: flag }), title: line, body: inside })
    .map(({ meta, title, body }) => ({
      object: 'block' as const,
      type: 'expandable' as const,
      isVoid: true as const,
      data: {},
      ...kept({ ...meta }),
      fragments: [
        fragmentOf('expandable-title', [paragraphOf(title)]),
        fragmentOf('expandable-body', body),
      ],
    }))
}
