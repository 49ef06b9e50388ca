export { teamColumns, type TeamRowForCaller } from './team-queries.ts'
export { asTeamRole, viewTeam } from './team-view.ts'
