import { command, print, Refusal } from './command.ts'
import { withServices } from './with-services.ts'

export const rebuildCommand = command({
  about: [
    'Makes again what is derived from the content. The workers do it; until they are done, what',
    'is there stays in use. It can be asked for at any time, and twice.',
  ],
  options: {
    space: { description: 'Only of this space', value: 'ID' },
  },
  choices: { search: 'What searches look into' },
  async run({ space }) {
    const { rebuildSearch } = await import('#/features/writing/search/rebuild-search.ts')
    const spaces = await withServices(async (services) => rebuildSearch(services, space))
    if (space !== undefined && spaces === 0) {
      throw new Refusal(`There is no space "${space}". Look for its id in its address.`)
    }
    print(`${spaces} ${spaces === 1 ? 'space is' : 'spaces are'} being indexed again`)
  },
})
