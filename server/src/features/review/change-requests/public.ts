export { transferChangeRequests } from './transfer-change-requests.ts'
export { findForReader } from './find-for-reader.ts'
export { contentWritten } from './content-written.ts'
export { type BranchToWrite, findToWrite, lockToWrite } from './write-to-branch.ts'
export {
  checkReported,
  reviewRequested,
  reviewRequestRemoved,
  reviewSubmitted,
} from './change-request-events.ts'
export { lockChangeRequest } from './change-request-queries.ts'
export {
  type FoundChangeRequest,
  readLocked,
  refuseClosed,
  resolveChangeRequest,
} from './change-request-resolve.ts'
export { descriptionOf, writeSettings } from './change-request-settings.ts'
export { findMerged } from './find-merged.ts'
