import { createCustomFont } from './create-font.ts'
import { deleteCustomFont } from './delete-font.ts'
import { getCustomFont, listCustomFonts } from './list-fonts.ts'
import { updateCustomFont } from './update-font.ts'

export const customFontOperations = [
  listCustomFonts,
  createCustomFont,
  getCustomFont,
  updateCustomFont,
  deleteCustomFont,
]
