import { getAuthenticatedUser, getUserById } from './get-user.ts'
import { updateUserById } from './update-user.ts'

export const userOperations = [getAuthenticatedUser, getUserById, updateUserById]
