import { command } from '#/command.ts'
import { describePush } from '#/push/describe-push.ts'
import { modeOption, pushFolder } from '#/push/push-folder.ts'

export const contentPush = command({
  about: [
    'Uploads a folder of Markdown files, as one archive, and imports it as one revision.',
    'A page that was pushed before from the same path keeps its id. SUMMARY.md, .gitbook.yaml',
    'and .gitbook/ mean what they mean in a Git repository. Hidden files and folders,',
    'node_modules and symbolic links are left out. To propose it instead: lectern change push.',
  ],
  argument: { name: 'folder', description: 'What to push' },
  options: {
    space: { description: 'The space to push to', value: '<id>', required: true },
    mode: modeOption,
  },
  example: 'lectern content push docs --space <id>',
  async run({ space: spaceId, mode }, session, folder) {
    const pushed = await pushFolder(session, { folder, spaceId, mode })
    const { space, run, found, seconds } = pushed
    const { id, title, urls } = space
    return {
      json: {
        space: { id, title, urls },
        files: found.files.length,
        skipped: found.skipped,
        seconds,
        run,
      },
      lines: describePush(space, run, seconds),
    }
  },
})
