import type { EventSubscriptionResponse, ReceiverTestResponse } from '@slipway/api-schema/notifications';
import { lastSegment } from '../../../navigation/ids.ts';
import { plural, t } from '../../../navigation/text.ts';
import { eventName } from '../event-words.ts';

/** A receiver of events. REST calls it an event subscription. */
export type Receiver = EventSubscriptionResponse;
export type ReceiverKind = Receiver['kind'];

export const receiversPath = '/event-subscriptions';

/** Returns the REST path of a receiver by its id. */
export const receiverPath = (id: string): string => `${receiversPath}/${encodeURIComponent(lastSegment(id))}`;

/** The kinds of receivers, with their names and a hint about the address. */
export const receiverKinds = [
  ['webhook', t('Webhook'), t('Receives CloudEvents by HTTPS POST, signed with a secret.')],
  ['slack', 'Slack', t('The address of an incoming webhook of a Slack app.')],
  ['teams', 'Microsoft Teams', t('The address of a workflow that starts when a webhook request is received.')],
] as const satisfies readonly (readonly [ReceiverKind, string, string])[];

/** The formats of a webhook, with their names and a hint. */
export const receiverFormats = [
  ['slipway', 'Slipway', t('All events.')],
  ['cdevents', 'CDEvents', t('Only successful deployments with a package URL.')],
] as const satisfies readonly (readonly [NonNullable<Receiver['format']>, string, string])[];

const secretBytes = 32;

/** Generates a secret of Standard Webhooks. */
export function randomSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(secretBytes));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

/** Returns the result of a test as text. */
export function testText({ accepted, status, error, durationMs }: ReceiverTestResponse): string {
  if (accepted) return t`The receiver accepted the test in ${durationMs} ms`;
  return error ?? t`The receiver responded with status ${status ?? 0}`;
}

/** Returns the names of the events that a receiver gets, or their number. */
export function eventsText({ types, format }: Pick<Receiver, 'types' | 'format'>): string {
  if (format === 'cdevents') return 'CDEvents';
  if (types.length === 0) return t('All events');
  return types.length <= 2 ? types.map(eventName).join(', ') : plural(types.length, '# event', '# events');
}

/** Returns the request body that leaves a receiver unchanged. */
export const bodyOf = ({ title, kind, folderId, language, format, types, filter, enabled }: Receiver) => ({
  ...{ title, kind, types, filter, enabled },
  ...(folderId !== undefined && { folderId }),
  ...(language !== undefined && { language }),
  ...(format !== undefined && { format }),
});

/** Whether a user can see no difference between the settings of two receivers. */
export const hasSameSettings = (a: Receiver, b: Receiver): boolean =>
  JSON.stringify([bodyOf(a), a.host]) === JSON.stringify([bodyOf(b), b.host]);

/** The filters of a list of receivers. */
export interface ReceiverFilter {
  readonly text: string;
  /** The last segment of the id of a folder, `none` for the whole installation, or empty for all. */
  readonly folder: string;
}

/** Returns the receivers that match a filter. */
export const selectReceivers = (
  receivers: readonly Receiver[],
  { text, folder }: ReceiverFilter,
): readonly Receiver[] =>
  receivers.filter(
    ({ title, host, folderId }) =>
      [title, host].some((name) => name.toLowerCase().includes(text.trim().toLowerCase())) &&
      (folder === '' || (folderId === undefined ? 'none' : lastSegment(folderId)) === folder),
  );
