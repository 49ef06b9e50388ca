export { addPdfRoutes } from './pdf-routes.ts'
