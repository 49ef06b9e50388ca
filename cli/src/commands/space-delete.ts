import { command } from '#/command.ts'
import { bold } from '#/output.ts'

export const spaceDelete = command({
  about: [
    'Moves a space to the trash. It can be restored for seven days; readers of sites do not',
    'see it from now on.',
  ],
  argument: { name: 'space', description: 'The id of the space' },
  options: {},
  example: 'lectern space delete <id>',
  async run(_given, { client, signal }, spaceId) {
    const params = { spaceId }
    const { title } = await client.call('getSpaceById', { params, signal })
    await client.call('deleteSpaceById', { params, signal })
    return {
      json: { space: spaceId, deleted: true },
      lines: [
        `Moved the space ${bold(title)} to the trash. "lectern space list --deleted" lists what is there.`,
      ],
    }
  },
})
