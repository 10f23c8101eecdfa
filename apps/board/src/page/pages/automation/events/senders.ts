import type { SenderEventResponse, SenderResponse } from '@slipway/api-schema/webhooks';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';

export type Sender = SenderResponse;
export type SenderEvent = SenderEventResponse;

type Fields = Readonly<Record<string, unknown>>;

const noSenders: readonly Sender[] = [];

/** Loads the systems that send events. Empty until they are loaded. */
export const useSenders = (): readonly Sender[] =>
  useQuery<readonly Sender[]>('/webhooks/senders').value.value ?? noSenders;

/**
 * Returns the system that an endpoint is for; undefined: an unknown system. Endpoints without a sender are recognized by
 * their authentication.
 */
export const senderOf = (senders: readonly Sender[], endpoint: Fields, authentication: Fields): Sender | undefined =>
  senders.find(({ id }) => id === endpoint.sender) ??
  senders.find(
    (sender) =>
      typeof endpoint.sender !== 'string' &&
      sender.authentication.type === 'events.SignatureAuthentication' &&
      sender.authentication.type === authentication.type &&
      sender.authentication.properties.header === authentication.header &&
      sender.deduplicationKey === endpoint.deduplicationKey,
  );

/** An event of a sender with an id that is unique among all senders. */
interface SampleEvent {
  readonly id: string;
  readonly label: string;
  readonly event: SenderEvent;
}

/** Returns the events of senders for a list of samples. */
export const samplesOf = (senders: readonly Sender[]): readonly SampleEvent[] =>
  senders.flatMap((sender) =>
    sender.events.map((event) => ({
      ...{ id: `${sender.id} ${event.id}`, event },
      label: t`Example: ${sender.title}, ${event.title}`,
    })),
  );

type FieldName = SenderEvent['fields'][number]['name'];

/** The labels of the values on which users filter. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  repository: t('Repository'),
  branch: t('Branch'),
  tag: t('Tag'),
  version: t('Version'),
  status: t('Status'),
  author: t('Author'),
  project: t('Project'),
  workflow: t('Workflow'),
  job: t('Job'),
  application: t('Application'),
  environment: t('Environment'),
  alert: t('Alert'),
  severity: t('Severity'),
  service: t('Service'),
  source: t('Source'),
  subject: t('Subject'),
  type: t('Event type'),
};
