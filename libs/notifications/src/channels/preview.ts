import type { TemplateChannel } from '@slipway/domain/notification-choices';
import type { MessageEntry, NotificationMessage } from './content.ts';
import { renderMail } from './mail.ts';
import { renderSlack, slackText } from './slack.ts';
import { renderTeams, teamsText } from './teams.ts';

/** A message as its recipient would get it. */
export interface MessagePreview {
  /** of a mail */
  readonly subject?: string;
  readonly text: string;
  /** of a mail */
  readonly html?: string;
  /** the JSON for a chat */
  readonly body?: string;
}

interface PreviewOptions {
  readonly publicUrl: string | null;
  /** the sender of mails */
  readonly from: string;
}

/** Renders a message about one event, without sending it. */
export function previewMessage(
  channel: TemplateChannel,
  entry: MessageEntry,
  { publicUrl, from }: PreviewOptions,
): MessagePreview {
  const message: NotificationMessage = { id: 'preview', digest: false, entries: [entry] };
  switch (channel) {
    case 'mail': {
      const { subject, text, html = '' } = renderMail(message, { to: from, from, publicUrl, unsubscribeUrl: null });
      return { subject, text, html };
    }
    case 'slack':
      return { text: slackText(entry, publicUrl), body: renderSlack(message, publicUrl) };
    case 'teams':
      return { text: teamsText(entry, publicUrl), body: renderTeams(message, publicUrl) };
  }
}
