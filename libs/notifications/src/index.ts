export { messageIdOf } from './mail/compose.ts';
export type { Mail, MailResult, MailSettings, RefusedRecipient } from './mail/mail.ts';
export { createMailer, type Mailer, type MailerOptions } from './mail/mailer.ts';
