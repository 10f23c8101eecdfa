import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import { artifactDeploymentOf, type OccurredEvent } from '@slipway/domain/notifications';
import type { Egress } from '@slipway/outbound-http';
import { renderCdEvent } from '../channels/cd-event.ts';
import { type CloudEventOptions, eventSource, renderCloudEvent } from '../channels/cloud-event.ts';
import type { NotificationMessage } from '../channels/content.ts';
import { renderSlack } from '../channels/slack.ts';
import { renderTeams } from '../channels/teams.ts';
import { type MaskedText, maskedTexts, type PostResult, sendToReceiver } from './post.ts';
import { signatureHeaders } from './signature.ts';

export type ReceiverKind = 'webhook' | 'slack' | 'teams';

/** A receiver of events, with its secrets in clear text. */
export interface Receiver {
  readonly id: string;
  readonly kind: ReceiverKind;
  /** of the events of a webhook */
  readonly format: ReceiverFormat;
  readonly url: string;
  /** the secrets that sign now; only of webhooks */
  readonly secrets: readonly string[];
}

/** The settings of this installation for receivers. */
export interface ReceiverOptions extends Omit<CloudEventOptions, 'folderPath'> {
  readonly egress: Pick<Egress, 'send'>;
  readonly timeoutMs?: number;
}

export interface Transmission {
  /** the time of the attempt, in milliseconds */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

const jsonType = ['content-type', 'application/json; charset=utf-8'] as const;
const eventType = ['content-type', 'application/cloudevents+json; charset=utf-8'] as const;

/** Returns whether a receiver can have this address: HTTPS, or HTTP to an address in a private network. */
export function isReceiverUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\p{Cc}\s]/u.test(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isPrivate(hostname));
}

const isPrivate = (host: string): boolean =>
  /^(?:localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|\[f[cd][0-9a-f:]+\])$/.test(
    host,
  );

const maskedOf = new WeakMap<Receiver, readonly MaskedText[]>();

/** The address of a receiver as its requests need it. */
function targetOf(receiver: Receiver) {
  const { id: requester, url, secrets } = receiver;
  const masked = maskedOf.get(receiver) ?? maskedTexts(url, secrets);
  maskedOf.set(receiver, masked);
  return { requester, url, masked };
}

const post = (
  { egress, timeoutMs }: ReceiverOptions,
  receiver: Receiver,
  { headers, body }: { readonly headers: readonly (readonly [string, string])[]; readonly body: string },
  { now, signal }: Transmission,
): Promise<PostResult> =>
  sendToReceiver(egress, { ...targetOf(receiver), method: 'POST', headers, body, signal }, { timeoutMs, now });

/** Sends a signed body to a webhook. The id is the same in all attempts. */
function postSigned(
  options: ReceiverOptions,
  receiver: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  transmission: Transmission,
): Promise<PostResult> {
  const timestamp = Math.floor(transmission.now / 1_000);
  const headers = [
    eventType,
    ...signatureHeaders({ id, timestamp, body }, receiver.secrets),
    ...originHeaders(options),
  ];
  return post(options, receiver, { headers, body }, transmission);
}

/** The name of this sender, which a receiver can permit (CloudEvents, HTTP 1.1 Web Hooks). */
const originOf = ({ publicUrl }: ReceiverOptions): string =>
  publicUrl === null ? 'slipway.invalid' : new URL(publicUrl).hostname;
/** The handshake names the sender, and each delivery repeats the name. */
const originHeaders = (options: ReceiverOptions) =>
  [
    ['webhook-request-origin', originOf(options)],
    ['origin', originOf(options)],
  ] as const;

/** Renders an event for a webhook; null: it has no form in the format of the webhook. */
function renderEvent(event: OccurredEvent, format: ReceiverFormat, options: CloudEventOptions): string | null {
  switch (format) {
    case 'slipway':
      return renderCloudEvent(event, options);
    case 'cdevents': {
      const deployment = artifactDeploymentOf(event.data);
      return deployment && renderCdEvent(event, deployment, options);
    }
  }
}

/** Sends a message to a receiver. A webhook has one event in each message. Throws only the reason of the signal. Returns null
 * if the event has no form in the format of the webhook. */
export async function sendMessage(
  options: ReceiverOptions,
  receiver: Receiver,
  message: NotificationMessage,
  { folderPath, ...transmission }: Transmission & Pick<CloudEventOptions, 'folderPath'>,
): Promise<PostResult | null> {
  const { publicUrl } = options;
  switch (receiver.kind) {
    case 'slack':
      return post(options, receiver, { headers: [jsonType], body: renderSlack(message, publicUrl) }, transmission);
    case 'teams':
      return post(options, receiver, { headers: [jsonType], body: renderTeams(message, publicUrl) }, transmission);
    case 'webhook': {
      const [entry] = message.entries;
      if (entry === undefined) throw new Error('a message without events');
      const body = renderEvent(entry.event, receiver.format, { ...options, folderPath });
      return body === null ? null : postSigned(options, receiver, { id: message.id, body }, transmission);
    }
  }
}

/** Returns the body of a test: an event of its own type, so that a program does not mistake it for a real one. */
const testEvent = ({ publicUrl, typePrefix }: ReceiverOptions, id: string, now: number): string =>
  JSON.stringify({
    specversion: '1.0',
    id,
    type: `${typePrefix}.subscription.test.v1`,
    source: eventSource(publicUrl),
    time: new Date(now).toISOString(),
    datacontenttype: 'application/json',
    data: {},
  });

const testText = 'This is a test of Slipway. Messages about releases will appear here.';

/** Sends a test message. Throws only the reason of the signal. */
export function sendTest(
  options: ReceiverOptions,
  receiver: Receiver,
  id: string,
  transmission: Transmission,
): Promise<PostResult> {
  switch (receiver.kind) {
    case 'slack':
      return post(options, receiver, { headers: [jsonType], body: JSON.stringify({ text: testText }) }, transmission);
    case 'teams': {
      const content = {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: testText, wrap: true }],
      };
      const contentType = 'application/vnd.microsoft.card.adaptive';
      const body = JSON.stringify({ type: 'message', attachments: [{ contentType, contentUrl: null, content }] });
      return post(options, receiver, { headers: [jsonType], body }, transmission);
    }
    case 'webhook':
      return postSigned(options, receiver, { id, body: testEvent(options, id, transmission.now) }, transmission);
  }
}

/** Returns whether the response to the handshake permits this sender. */
function isPermitted(result: PostResult, origin: string): boolean {
  if (result.kind !== 'accepted') return false;
  const values = result.headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'webhook-allowed-origin' ? [value] : [],
  );
  return values.some((value) => value.trim() === '*' || value.trim().toLowerCase() === origin);
}

/**
 * Requests the consent of a receiver: a webhook by the handshake of CloudEvents, and otherwise by a test message that it
 * accepts. Returns the result of the last request.
 */
export async function requestConsent(
  options: ReceiverOptions,
  receiver: Receiver,
  id: string,
  transmission: Transmission,
): Promise<PostResult> {
  if (receiver.kind === 'webhook') {
    const { egress, timeoutMs } = options;
    const headers = originHeaders(options).slice(0, 1);
    const request = { ...targetOf(receiver), method: 'OPTIONS', headers, body: null, ...transmission } as const;
    const handshake = await sendToReceiver(egress, request, { timeoutMs, now: transmission.now });
    if (isPermitted(handshake, originOf(options))) return handshake;
  }
  return await sendTest(options, receiver, id, transmission);
}
