export { addDiagramRoutes } from './diagram-routes.ts'
