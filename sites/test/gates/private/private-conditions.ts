import type { TestBody } from '../../../../server/test/test-api.ts'
import type { TestSpace } from '../../../../server/test/test-edits.ts'

/** Makes a canary for a group of readers; `place` says where it stands. */
export type Plant = (group: string, place: string) => string

/** What begins like a picture and has the text in it. */
export function picture(text: string): string {
  const signature = Buffer.from('iVBORw0KGgo=', 'base64')
  return Buffer.concat([signature, Buffer.from(text)]).toString('base64')
}

export const paidCondition = 'visitor.claims.plan == "paid"'

/**
 * Pages under a condition, a variable, a file and a reusable content that only a block under one
 * shows, and what nobody is shown: unused and deleted entries. Gives
 * the block.
 */
export async function conditionalEntries(
  plant: Plant,
  name: string,
  space: TestSpace,
): Promise<string> {
  const paid = (place: string) => plant(`${name}/paid`, place)
  const nobody = (place: string) => plant(`${name}/nobody`, place)
  const contentType = 'image/png'
  const fileName = paid('name of a file')
  const { changes } = await space.edit(
    {
      operation: 'insert_reusable_content',
      title: paid('title of reusable content'),
      document: { markdown: `Some ${paid('reusable content in a block')}.\n` },
    },
    {
      operation: 'insert_reusable_content',
      title: nobody('title of unused reusable content'),
      document: { markdown: `No ${nobody('unused reusable content')}.\n` },
    },
    {
      operation: 'insert_files',
      files: [
        {
          name: `${fileName}.png`,
          base64: picture(paid('bytes of a file')),
          contentType,
        },
        {
          name: `${nobody('name of an unused file')}.png`,
          base64: picture(nobody('bytes of a file')),
          contentType,
        },
      ],
    },
    {
      operation: 'set_variables',
      variables: {
        paid: paid('variable'),
        unused: nobody('unused variable'),
        released: 'no',
        closed: 'yes',
      },
    },
    conditionalPage('paid', paid, { condition: paidCondition, ref: 'paid' }),
    conditionalPage('below', paid, { into: 'paid' }),
    conditionalPage('removed', nobody, { ref: 'removed' }),
  )
  const made = (key: string): string[] =>
    changes.map((change: TestBody) => change[key]).filter(Boolean)
  const [reusable] = made('reusableContent')
  await space.edit({ operation: 'delete_page', page: made('page').at(-1) })
  return `
{% if ${paidCondition} %}
{% include "/reusable-content/${reusable}" %}

![${paid('text of a picture in a block')}](.gitbook/assets/${fileName}.png)

<code class="expression">space.vars.paid</code>
{% endif %}
`
}

/**
 * A page that search would find if it were without conditions: with blocks closed by variables,
 * expressions without a value, and a link to a page under a condition that is renamed then.
 */
export async function undecidableEntries(
  plant: Plant,
  name: string,
  space: TestSpace,
): Promise<void> {
  const nobody = (place: string) => plant(`${name}/nobody`, place)
  const closed = (condition: string) =>
    `{% if ${condition} %}\nOnly ${nobody(`block under ${condition}`)}.\n{% endif %}\n`
  const { changes } = await space.edit(
    {
      operation: 'insert_page',
      title: 'Turned',
      condition: paidCondition,
      document: { markdown: 'Turned.\n' },
    },
    {
      operation: 'insert_page',
      title: 'Switched',
      document: {
        markdown: [
          `Conditional ${plant(`${name}/all`, 'beside conditions')} on a [page](turned.md).\n`,
          closed('space.vars.released != "no"'),
          closed('!space.vars.closed'),
          expression(`visitor.claims.team.name == "a" ? "${nobody('choice')}" : ""`),
          expression(`["${nobody('list')}"]`),
          expression(`nowhere("${nobody('mistake')}")`),
        ].join('\n'),
      },
    },
  )
  const slug = plant(`${name}/paid`, 'slug of a renamed page')
  await space.edit({ operation: 'update_page', page: changes[0].page, slug })
}

function expression(source: string): string {
  return `<code class="expression">${source}</code>\n`
}

function conditionalPage(
  slug: string,
  plant: (place: string) => string,
  more: object,
): object {
  return {
    operation: 'insert_page',
    title: plant(`title of ${slug}`),
    slug,
    description: plant(`description of ${slug}`),
    document: { markdown: `Conditional ${plant(`body of ${slug}`)}.\n` },
    ...more,
  }
}
