import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { getSession } from './get-session.ts'
import { listSessions } from './list-sessions.ts'

export const sessionOperations = [getSession, listSessions, endSession, endOtherSessions]
