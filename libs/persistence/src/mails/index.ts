export { readAddresses } from './addresses.ts';
export { endSuspension, listSuspendedAddresses, readMailState } from './mail-state.ts';
export { createMailOutcomes } from './outcomes.ts';
export { findWaitingMails, removeUnusedMail, type WaitingMail } from './waiting-mails.ts';
