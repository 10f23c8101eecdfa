export { type CloudEventOptions, renderCloudEvent } from './channels/cloud-event.ts';
export { type MessageEntry, type MessageTemplate, type NotificationMessage, objectUrl } from './channels/content.ts';
export { escapeHtml, renderMail } from './channels/mail.ts';
export { renderSlack } from './channels/slack.ts';
export { renderTeams } from './channels/teams.ts';
export { messageIdOf } from './mail/compose.ts';
export type { Mail, MailResult, MailSettings, RefusedRecipient } from './mail/mail.ts';
export { createMailer, type Mailer, type MailerOptions } from './mail/mailer.ts';
export { textToHtml } from './mail/text-to-html.ts';
export { openReceiver } from './receivers/open-receiver.ts';
export type { PostResult } from './receivers/post.ts';
export {
  isReceiverUrl,
  type Receiver,
  type ReceiverKind,
  type ReceiverOptions,
  receiverKinds,
  requestConsent,
  sendMessage,
  sendTest,
} from './receivers/receiver.ts';
export { isSigningSecret } from './receivers/signature.ts';
export { openUnsubscribeLink, sealUnsubscribeLink, type UnsubscribeLink } from './unsubscribe/link.ts';
