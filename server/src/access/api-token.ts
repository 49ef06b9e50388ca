import { hashOfSecret, secretForm } from './secret-form.ts'

const form = secretForm('lec_u_', 32)

export const mintToken = form.mint
export const isWellFormedToken = form.isWellFormed
export const hashToken = hashOfSecret
