import type { NotificationExplanationResponse, ReleaseEventsResponse } from '@slipway/api-schema/notifications';
import { t } from '../../../navigation/text.ts';

export type Explanation = NotificationExplanationResponse;
export type ExplainedChannel = Explanation['channels'][number];
export type ExplainedLevel = ExplainedChannel['levels'][number];
export type ReleaseEvent = ReleaseEventsResponse['items'][number];

const levels: Readonly<Record<string, string>> = {
  actor: t('Cause of the event'),
  rights: t('Permission to view'),
  mandatory: t('Required by an administrator'),
  release: t('Notifications of the release'),
  user: t('Settings of the user'),
  folder: t('Rules of the folder'),
  installation: t('Rules of the installation'),
  address: t('Email address'),
  subscription: t('Receiver'),
};

/** Returns the name of a level; the level itself if a later server has added it. */
export const levelLabel = (level: string): string => levels[level] ?? level;

const results: Readonly<Record<string, string>> = {
  passes: t('Allowed'),
  none: t('No setting'),
  now: t('Now'),
  digest: t('Digest'),
  off: t('Off'),
};

/** Returns the name of a result; the result itself if a later server has added it. */
export const resultLabel = (result: string): string => results[result] ?? result;

/** Returns one sentence about the decision of a channel. */
export function decisionText({ mode, decidedBy }: Pick<ExplainedChannel, 'mode' | 'decidedBy'>): string {
  const level = levelLabel(decidedBy);
  if (mode === 'now') return t`Sent at once. Decided by: ${level}`;
  if (mode === 'digest') return t`Part of the digest. Decided by: ${level}`;
  return t`Not sent. Decided by: ${level}`;
}
