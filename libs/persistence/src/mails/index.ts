export { readAddresses } from './addresses.ts';
export {
  endSuspension,
  listSuspendedAddresses,
  type MailState,
  readMailState,
  type SuspendedAddress,
} from './mail-state.ts';
export { createMailOutcomes, type MailOutcome } from './outcomes.ts';
export { findWaitingMails, removeUnusedMail, type WaitingMail } from './waiting-mails.ts';
