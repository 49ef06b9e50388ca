import { readConfig } from '#/platform/config/config.ts'

import { command, print } from './command.ts'
import { migrationState } from './pending.ts'

export const migrateCommand = command({
  about: [
    'Applies the migrations the database lacks and lays out the job queues and the partitions',
    'of the coming days. Safe to run again and beside running servers. The user in',
    'DATABASE_URL must own the schema; servers can run as another.',
  ],
  options: {
    check: { description: 'Change nothing; exit with 1 when something is pending' },
  },
  async run({ check }) {
    const config = readConfig(process.env)
    if (check) {
      const { missingJobParts } = await import('./missing-jobs.ts')
      const { missing } = await migrationState(config.DATABASE_URL)
      const pending = [...missing, ...(await missingJobParts(config))]
      for (const name of pending) print(`pending ${name}`)
      if (pending.length === 0) print('up to date')
      return pending.length === 0 ? 0 : 1
    }
    const { migrate } = await import('../migrate.ts')
    let applied = 0
    await migrate(config, (line) => {
      applied += 1
      print(line)
    })
    print(
      applied === 0 ? 'up to date, nothing to apply' : `up to date, ${applied} applied`,
    )
    return 0
  },
})
