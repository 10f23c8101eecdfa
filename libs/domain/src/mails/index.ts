export { type MailAddress, parseMailAddress } from './mail-address.ts';
export {
  canResetPassword,
  invalidPasswordReset,
  maxPasswordResets,
  passwordResetLifetimeMs,
  resetMailPause,
} from './password-reset.ts';
export { mailOf, namesIn, type ReadyMail, resolveMail } from './task-mail.ts';
export { mailWarnings } from './warnings.ts';
