import { deleteOpenAPISpecOverlay } from './delete-overlay.ts'
import { getOpenAPISpecOverlay, listOpenAPISpecOverlays } from './list-overlays.ts'
import { putOpenAPISpecOverlay } from './put-overlay.ts'

export const openApiOverlayOperations = [
  listOpenAPISpecOverlays,
  getOpenAPISpecOverlay,
  putOpenAPISpecOverlay,
  deleteOpenAPISpecOverlay,
]
