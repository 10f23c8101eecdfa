export { readAddresses } from './addresses.ts';
export { findWaitingMails, type WaitingMail } from './waiting-mails.ts';
