export { readAddresses } from './addresses.ts';
export { findWaitingMails, removeUnusedMail, type WaitingMail } from './waiting-mails.ts';
