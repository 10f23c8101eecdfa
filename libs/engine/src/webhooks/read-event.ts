import { type Properties, withSecrets } from '@slipway/domain/configurations';
import { type Message, message, plainText } from '@slipway/domain/messages';
import { Invalid, type Json, parseJson } from '@slipway/domain/model';
import { type Event, eventTypeFrom, httpRequestEvent, isAllowedTarget } from '@slipway/domain/triggers';
import { maskOf } from '@slipway/domain/webhooks';
import { type ConfigurationView, readConfigurations } from '@slipway/persistence/configurations';
import { deliveryPurpose, type Seal } from '@slipway/persistence/secrets';
import type { UnprocessedEvent } from '@slipway/persistence/webhooks';
import { openSecrets } from '../configurations/secrets.ts';
import type { EngineContext } from '../decision/engine-context.ts';
import type { DecodedEvent } from './filter-event.ts';

/** The input of an event source's script (script-api.md, From event to release). */
export interface SourceRequest {
  /** the id of the event source */
  readonly owner: string;
  readonly type: string;
  /** its properties, with secrets in clear text, and its endpoint as `eventSource` */
  readonly config: Properties;
  readonly input: { readonly content: string } & Pick<UnprocessedEvent, 'headers' | 'parameters'>;
  /** in clear text */
  readonly secrets: readonly string[];
}

/**
 * Runs the script of an event source. `failed` is its error, and `dropped` its output if it returned no event. A
 * thrown error is about the runner.
 */
export type RunSource = (
  request: SourceRequest,
) => Promise<
  { readonly event: Json } | { readonly dropped: string } | { readonly failed: string; readonly timedOut?: true }
>;

/** The event that a listener reads from a received event, or the reason why there is none. */
export type ReadResult = DecodedEvent | { readonly dropped: Message };
type SourceEvent = { readonly event: Event } | { readonly dropped: Message };

/** A trigger or task that listens to an endpoint or event source. */
export interface Listener {
  readonly source: string;
  /** the folder ids from the root to the folder of the listener */
  readonly folderPath: readonly string[];
  /** The kind of object in that folder. */
  readonly ownerKind: 'template' | 'release';
  /** the folder ids of the source; null: it is global */
  readonly sourceFolderPath: readonly string[] | null;
  /** the event type that it accepts; absent: any */
  readonly expected?: string;
}

/** Returns the event for a listener. Throws Invalid if the listener cannot use the source, or if the script fails. */
export type EventReader = (listener: Listener) => Promise<ReadResult>;

/**
 * Creates a reader of events in a received event. The event is the request itself, or the result of an event source,
 * whose script runs once for all its listeners. The reader also throws the errors of `run`.
 */
export function createEventReader(
  context: Pick<EngineContext, 'database' | 'seal'>,
  run: RunSource,
  receivedEvent: UnprocessedEvent,
): EventReader {
  const pending = new Map<string, Promise<SourceEvent>>();
  // cached for all listeners, because parsing a body of 8 MB takes 50 ms
  let request: Event | undefined;
  const originalHeaders = decryptHeaders(context.seal, receivedEvent);
  const toReadResult = (item: SourceEvent): ReadResult =>
    'dropped' in item ? item : { ...item, unmasked: { ...item.event, headers: originalHeaders } };
  return async ({ source: id, folderPath, ownerKind, sourceFolderPath, expected }) => {
    if (id === receivedEvent.endpointId) {
      eventTypeFrom(
        folderPath,
        { title: id, folderPath: sourceFolderPath, eventType: httpRequestEvent },
        expected,
        ownerKind,
      );
      request ??= toRequestEvent(receivedEvent);
      return toReadResult({ event: request });
    }
    const [source, endpoint] = await readSourceAndEndpoint(context, id, receivedEvent.endpointId);
    const eventType = outputType(source);
    eventTypeFrom(folderPath, { title: source.title, folderPath: source.folderPath, eventType }, expected, ownerKind);
    const current = pending.get(id) ?? runSource(context, run, { source, endpoint, receivedEvent });
    pending.set(id, current);
    return toReadResult(await current);
  };
}

function decryptHeaders(seal: Seal, { id, headers, sealedHeaders }: UnprocessedEvent): Event['headers'] {
  if (sealedHeaders === null) return headers;
  const originalHeaders: Event['headers'] = JSON.parse(seal.open(deliveryPurpose(id), sealedHeaders));
  return originalHeaders;
}

/** Parses the body, in which secrets are already masked. Throws Invalid. */
function toRequestEvent({ body, headers, parameters }: UnprocessedEvent): Event {
  try {
    return { payload: body.trim() === '' ? null : parseJson(body), headers, parameters };
  } catch {
    throw new Invalid(message('webhook.storedBodyCut'));
  }
}

const outputType = ({ properties: { outputEventType } }: ConfigurationView): string =>
  typeof outputEventType === 'string' ? outputEventType : httpRequestEvent;

type SourceAndEndpoint = readonly [source: ConfigurationView, endpoint: ConfigurationView];

async function readSourceAndEndpoint(
  { database }: Pick<EngineContext, 'database'>,
  sourceId: string,
  endpointId: string,
): Promise<SourceAndEndpoint> {
  const configurations = await readConfigurations(database, [sourceId, endpointId]);
  const [source, endpoint] = [sourceId, endpointId].map((id) => configurations.find((item) => item.id === id));
  if (source === undefined || endpoint === undefined) throw new Invalid(message('webhook.sourceGone'));
  if (isAllowedTarget(source.folderPath, endpoint.folderPath)) return [source, endpoint];
  throw new Invalid(message('webhook.sourceInOtherFolder', { title: source.title }));
}

interface SourceInput {
  readonly source: ConfigurationView;
  readonly endpoint: ConfigurationView;
  readonly receivedEvent: UnprocessedEvent;
}

async function runSource(
  { seal }: Pick<EngineContext, 'seal'>,
  run: RunSource,
  { source, endpoint, receivedEvent: { body: content, headers, parameters } }: SourceInput,
): Promise<SourceEvent> {
  const { id: owner, type, title, properties } = source;
  const secretsByPointer = openSecrets(seal, source);
  const secrets = [...secretsByPointer.values()];
  const { id, path } = endpoint;
  const { method = null } = endpoint.properties;
  const eventSource = { id, type: endpoint.type, title: endpoint.title, path, method };
  const config = { ...withSecrets(properties, secretsByPointer), id: owner, type, title, eventSource };
  const answer = await run({ owner, type, config, input: { content, headers, parameters }, secrets });
  if ('failed' in answer)
    throw new Invalid(message('webhook.sourceFailed', { title, problem: plainText(answer.failed) }));
  if ('dropped' in answer) {
    const printed = answer.dropped.trim();
    return {
      dropped:
        printed === ''
          ? message('eventResult.noEvent', { title })
          : message('eventResult.noEventWithOutput', { title, output: printed }),
    };
  }
  // the script can copy its configuration, but a release must not contain a secret
  return { event: { payload: maskOf(secrets).json(answer.event), headers, parameters } };
}
