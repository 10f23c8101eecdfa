import type { Json } from '../model/json.ts';
import type { FilterExpression } from '../triggers/event-filter.ts';

/** The systems whose events the product describes. */
export const senderIds = [
  'github',
  'gitlab',
  'bitbucket',
  'bitbucket-server',
  'jira',
  'jira-server',
  'jenkins',
  'docker-hub',
  'oci-registry',
  'harbor',
  'argocd',
  'alertmanager',
  'cloudevents',
] as const;
export type SenderId = (typeof senderIds)[number];

/** The values of events on which users filter. */
export const eventFieldNames = [
  'repository',
  'branch',
  'tag',
  'version',
  'status',
  'author',
  'project',
  'workflow',
  'job',
  'application',
  'environment',
  'alert',
  'severity',
  'service',
  'source',
  'subject',
  'type',
] as const;
export type EventFieldName = (typeof eventFieldNames)[number];

/** A named value of an event. */
export interface EventField {
  readonly name: EventFieldName;
  /** A path into the event (script-api.md, From event to release). */
  readonly path: string;
  /** The text before the value at the path, such as `refs/heads/`. */
  readonly prefix?: string;
}

/** An event of a sender, with the filter that selects it. */
export interface SenderEvent {
  /** Unique for its sender. */
  readonly id: string;
  readonly title: string;
  /** True for exactly this event. */
  readonly conditions: readonly FilterExpression[];
  readonly fields: readonly EventField[];
  /** The proposed title of its releases, with paths into the event. */
  readonly releaseTitle: string;
  /** A shortened event with invented values. */
  readonly sample: {
    readonly headers: Readonly<Record<string, string>>;
    readonly event: Json;
  };
}

/** How a sender authenticates: a type of webhook authentication with its properties, without secrets. */
export interface SenderAuthentication {
  readonly type: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** A system that sends events: its authentication, its events, and how an administrator sets it up. */
export interface Sender {
  readonly id: SenderId;
  readonly title: string;
  /** The proposed path of the endpoint below `/webhooks/`. */
  readonly path: string;
  readonly authentication: SenderAuthentication;
  /** The deduplication key of its endpoint; absent: `deliveryKey` of the request identifies the delivery, if any. */
  readonly deduplicationKey?: string;
  /** Where the URL and the secret are entered, in two sentences. */
  readonly instructions: string;
  /** The label of the field for the URL there. */
  readonly urlName: string;
  /** The label of the field for the secret there. */
  readonly secretName: string;
  /** The content type to select there; absent: it sends only JSON. */
  readonly contentType?: string;
  /** A limitation of its authentication; absent: it signs its requests. */
  readonly warning?: string;
  /** A configuration to copy there, with the placeholders {url} and {secret}. */
  readonly configuration?: string;
  /** Connection tests, which start no release: each is recognized by one condition. */
  readonly pings: readonly FilterExpression[];
  /** Whether it does not sign its connection tests. */
  readonly hasUnsignedPings?: true;
  readonly events: readonly SenderEvent[];
}
