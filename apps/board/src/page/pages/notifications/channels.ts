import { t } from '../../navigation/text.ts';

/** The names of channels. */
const labels: Readonly<Record<string, string>> = {
  inbox: t('Inbox'),
  mail: t('Email'),
  browser: t('Browser'),
  slack: 'Slack',
  teams: 'Microsoft Teams',
  webhook: t('Webhook'),
};

/** Returns the name of a channel; the channel itself if a later server has added it. */
export const channelName = (channel: string): string => labels[channel] ?? channel;
