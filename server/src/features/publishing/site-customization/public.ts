export { readCustomizations } from './customization-resolve.ts'
