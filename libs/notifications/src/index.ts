export { messageIdOf } from './mail/compose.ts';
export type { Mail, MailResult } from './mail/mail.ts';
export { createMailer, type Mailer } from './mail/mailer.ts';
export { textToHtml } from './mail/text-to-html.ts';
