export { changeTeamMembers, dropTeam, makeTeam, renameTeam } from './change-team.ts'
export { selectTeamIdsOf } from './team-member-queries.ts'
export { lockTeam, teamColumns, type TeamRowForCaller } from './team-queries.ts'
export { asTeamRole, viewTeam } from './team-view.ts'
