export { findPreview } from './find-preview.ts'
