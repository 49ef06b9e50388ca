import { readConfig } from '#/platform/config/config.ts'
import { startApi } from '#/start/api.ts'

/** An api that starts on whatever schema there is, as one that was running before the migration. */
await startApi(readConfig(process.env))
