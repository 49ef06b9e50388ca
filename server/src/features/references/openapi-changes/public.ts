export { addChangesRoutes } from './changes-routes.ts'
