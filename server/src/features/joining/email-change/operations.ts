import { getEmailChange } from './get-email-change.ts'
import { requestEmailChange } from './request-email-change.ts'
import { withdrawEmailChange } from './withdraw-email-change.ts'

export const emailChangeOperations = [
  getEmailChange,
  requestEmailChange,
  withdrawEmailChange,
]
