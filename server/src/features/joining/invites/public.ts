export { dropInvitesTo } from './drop-invites.ts'
export { inviteAddress, withdrawInvite } from './invite-address.ts'
export { acceptMailInvite } from './join-as-invited.ts'
export {
  findMailInvite,
  lockMailInvite,
  type MailInvite,
  purgeExpiredMailInvites,
} from './mail-invite.ts'
