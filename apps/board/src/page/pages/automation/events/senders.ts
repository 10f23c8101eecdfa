import { t } from '../../../navigation/text.ts';
import {
  bitbucketCloudEvents,
  bitbucketServerEvents,
  type EventPreset,
  githubEvents,
  gitlabEvents,
} from './presets.ts';

type Inputs = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

/** A system that sends webhooks: how it signs requests, and how a webhook is set up there. */
export interface Sender {
  readonly id: string;
  readonly label: string;
  /** The initial inputs of the endpoint. */
  readonly endpoint: Inputs;
  readonly authentication: { readonly type: string; readonly inputs: Inputs };
  /** Where a webhook is created there. */
  readonly location: string;
  /** The name of the field for the address there. */
  readonly urlName: string;
  /** The name of the field for the secret there. */
  readonly secretName: string;
  /** The content type to select there; absent: it sends only JSON. */
  readonly contentType?: string;
  readonly events: readonly EventPreset[];
}

const signature = (header: string) => ({
  type: 'events.SignatureAuthentication',
  inputs: { algorithm: 'SHA256', header },
});

/** The systems with presets. The names of headers and fields are those of their documentation. */
export const senders: readonly Sender[] = [
  {
    id: 'github',
    label: 'GitHub',
    endpoint: { path: 'github', deduplicationKey: 'X-GitHub-Delivery' },
    authentication: signature('X-Hub-Signature-256'),
    location: t('In the repository or organization on GitHub: Settings, Webhooks, Add webhook'),
    urlName: 'Payload URL',
    secretName: 'Secret',
    contentType: 'application/json',
    events: githubEvents,
  },
  {
    id: 'gitlab',
    label: 'GitLab',
    endpoint: { path: 'gitlab', deduplicationKey: 'Idempotency-Key' },
    authentication: { type: 'events.TokenAuthentication', inputs: { header: 'X-Gitlab-Token' } },
    location: t('In the project or group on GitLab: Settings, Webhooks, Add new webhook'),
    urlName: 'URL',
    secretName: 'Secret token',
    events: gitlabEvents,
  },
  {
    id: 'bitbucket',
    label: 'Bitbucket Cloud',
    endpoint: { path: 'bitbucket', deduplicationKey: 'X-Request-UUID' },
    authentication: signature('X-Hub-Signature'),
    location: t('In the repository on Bitbucket: Repository settings, Webhooks, Add webhook'),
    urlName: 'URL',
    secretName: 'Secret',
    events: bitbucketCloudEvents,
  },
  {
    id: 'bitbucket-server',
    label: 'Bitbucket Data Center',
    endpoint: { path: 'bitbucket', deduplicationKey: 'X-Request-Id' },
    authentication: signature('X-Hub-Signature'),
    location: t('In the repository or project on Bitbucket: Repository settings, Webhooks, Create webhook'),
    urlName: 'URL',
    secretName: 'Secret',
    events: bitbucketServerEvents,
  },
];

/** Returns the system that the fields of an endpoint are for; undefined: an unknown system. */
export const senderOf = (endpoint: Values, authentication: Values): Sender | undefined =>
  senders.find(
    (sender) =>
      sender.authentication.type === authentication.type &&
      sender.authentication.inputs.header === authentication.header &&
      sender.endpoint.deduplicationKey === endpoint.deduplicationKey,
  );

/** Returns all event presets with the names of their systems, by their ids. */
export const eventPresets: ReadonlyMap<string, EventPreset & { readonly sender: string }> = new Map(
  senders.flatMap(({ id, label, events }) =>
    events.map((event) => [`${id} ${event.id}`, { ...event, sender: label }] as const),
  ),
);
