export { addPartRoutes } from './part-routes.ts'
