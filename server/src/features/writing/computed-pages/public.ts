export {
  attributesOfPlanned,
  bookkeepingOf,
  declaredIn,
  documentOfSeed,
  groupSourceIn,
  type GroupSource,
  isAsPlanned,
  plannedIn,
  seedOf,
} from './computed-attributes.ts'
export {
  groupSourceOf,
  groupSourceOfPage,
  sourceProblem,
  viewDocumentSource,
} from './computed-source.ts'
export {
  followEntriesSoon,
  followJobName,
  followSoon,
  type OfFollowedSpec,
} from './follow-soon.ts'
export {
  type Group,
  loadGroups,
  type MadeBody,
  makeGroup,
  type PageOfGroup,
  readPlanned,
} from './load-groups.ts'
export { keepFollowed, type PlanRow, selectPlan } from './plan-queries.ts'
export { changesAppUrl, changesLocation, type ChangesPlace } from './changes-address.ts'
export { shownDigests, shownIn, withShown } from './shown-digests.ts'
export { writeGroup } from './write-group.ts'
export { systemUserId } from './system-user.ts'
