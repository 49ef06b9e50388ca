export { addSpecRoutes } from './spec-routes.ts'
