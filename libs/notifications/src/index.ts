export type { DashboardReport, MessageEntry, MessageTemplate, NotificationMessage } from './channels/content.ts';
export { renderMail } from './channels/mail.ts';
export { previewMessage } from './channels/preview.ts';
export { reasonText } from './channels/reason-text.ts';
export { messageIdOf } from './mail/compose.ts';
export type { MailSettings } from './mail/mail.ts';
export { escapeHtml } from './mail/mail-layout.ts';
export { createMailer, type Mailer } from './mail/mailer.ts';
export { createRecordedMailer } from './mail/recorded-mailer.ts';
export { textToHtml } from './mail/text-to-html.ts';
export { createReceiverOpener, openReceiver } from './receivers/open-receiver.ts';
export type { PostResult } from './receivers/post.ts';
export {
  isReceiverUrl,
  type Receiver,
  type ReceiverKind,
  type ReceiverOptions,
  requestConsent,
  sendMessage,
  sendTest,
} from './receivers/receiver.ts';
export { isSigningSecret, publicKeyOf } from './receivers/signature.ts';
export { openUnsubscribeLink, sealUnsubscribeLink, type UnsubscribeLink } from './unsubscribe/link.ts';
