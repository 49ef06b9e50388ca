import { command } from '#/command.ts'
import { applyRedirects } from '#/push/apply-redirects.ts'
import { describePush } from '#/push/describe-push.ts'
import { dryRunOption, modeOption, pushFolder, yesOption } from '#/push/push-folder.ts'

export const contentPush = command({
  about: [
    'Uploads a folder of Markdown files, as one archive, and imports it as one revision.',
    'A page that was pushed before from the same path keeps its id. SUMMARY.md, .gitbook.yaml',
    'and .gitbook/ mean what they mean in a Git repository. Hidden files and folders,',
    'node_modules and symbolic links are left out. The redirects in .gitbook.yaml become those of',
    'each site that shows the space. To propose it instead: lectern change push.',
  ],
  argument: { name: 'folder', description: 'What to push' },
  options: {
    space: { description: 'The space to push to', value: '<id>', required: true },
    mode: modeOption,
    'dry-run': dryRunOption,
    yes: yesOption,
  },
  example: 'lectern content push docs --space <id>',
  async run({ space: spaceId, mode, yes, 'dry-run': isDry }, session, folder) {
    const asked = { folder, spaceId, mode, isDry, isAgreed: yes }
    const pushed = await pushFolder(session, asked)
    const { space, run, found, seconds } = pushed
    const { id, title, urls } = space
    const applying = { session, space, isSet: mode !== 'add', isDry }
    const redirects = await applyRedirects(pushed.redirects, applying)
    return {
      json: {
        space: { id, title, urls },
        files: found.files.length,
        skipped: found.skipped,
        seconds,
        run,
        redirects,
        ...(isDry && { dryRun: true }),
      },
      lines: describePush(space, { run, redirects, seconds, isDry }),
    }
  },
})
