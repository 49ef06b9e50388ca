import { listSignInMethods } from './list-methods.ts'
import { removeSignInMethod } from './remove-method.ts'
import { setPassword } from './set-password.ts'

export const signInMethodOperations = [listSignInMethods, removeSignInMethod, setPassword]
