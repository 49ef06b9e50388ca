export { type FontDefinitions, findFontDefinitions } from './find-definitions.ts'
export { addFontRoutes, addRendererFonts } from './font-routes.ts'
