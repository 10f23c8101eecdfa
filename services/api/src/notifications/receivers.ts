import { randomBytes } from 'node:crypto';
import {
  type EventSubscriptionBody,
  type EventSubscriptionResponse,
  type ReceiverTestResponse,
  showEventSubscription,
} from '@slipway/api-schema/notifications';
import { getFolder } from '@slipway/application/folders';
import { requireGlobalPermission } from '@slipway/application/model';
import type { RequireUnchanged } from '@slipway/application/people';
import { message, plainText } from '@slipway/domain/messages';
import { type Instant, Invalid, isEventType, NotFound } from '@slipway/domain/model';
import type { ReceiverFormat } from '@slipway/domain/notification-choices';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import {
  isReceiverUrl,
  isSigningSecret,
  openReceiver,
  type PostResult,
  publicKeyOf,
  type Receiver,
  type ReceiverOptions,
  requestConsent,
  sendTest,
} from '@slipway/notifications';
import type { Actor } from '@slipway/persistence/audit';
import { type Connection, readClock } from '@slipway/persistence/database';
import {
  addEventSubscription,
  type EventSubscription,
  type EventSubscriptionView,
  findEventSubscription,
  listEventSubscriptions,
  lockEventSubscription,
  removeEventSubscription,
  updateEventSubscription,
} from '@slipway/persistence/notifications';
import { subscriptionPurpose } from '@slipway/persistence/secrets';
import type { Deps } from '../dependencies/deps.ts';
import { ServiceUnavailable } from '../http/errors/errors.ts';

const permission = neededToChange.folderNotifications;

/** The user of a request that changes a receiver, with the condition of the request. */
interface Requester {
  readonly caller: Person;
  readonly actor: Actor;
  readonly stillAs: RequireUnchanged;
}

/** The time for which the previous secret signs too. */
const rotationMs = 24 * 3_600_000;

/** Checks the permission for receivers of a folder, or of the installation. Throws Forbidden, NotFound. */
async function requireScope(deps: Deps, caller: Person, rawFolderId: string | undefined): Promise<string | null> {
  if (rawFolderId === undefined) {
    requireGlobalPermission(caller, neededToChange.notifications);
    return null;
  }
  return (await getFolder(deps.database, rawFolderId, { caller, anyOf: [permission] })).id;
}

/** Returns a receiver that the caller can change. Throws the same NotFound for another one as for an unknown id. */
export async function getReceiver({ database }: Deps, caller: Person, id: string): Promise<EventSubscriptionView> {
  const view = await findEventSubscription(database, id);
  const isPermitted =
    view !== null &&
    (view.folderId === null
      ? caller.hasPermission(neededToChange.notifications)
      : (await caller.callerAt({ folderId: view.folderId })).may(permission));
  if (!isPermitted) throw new NotFound(message('notFound.receiver', { id }));
  return view;
}

const hostOf = (deps: Deps, { id, url }: EventSubscription): string =>
  new URL(deps.seal.open(subscriptionPurpose(id, 'url'), url)).host;

const publicKeyIn = (deps: Deps, { id, secret }: EventSubscription): string | null =>
  secret === null ? null : publicKeyOf(deps.seal.open(subscriptionPurpose(id, 'secret'), secret));

export const renderReceiver = (deps: Deps, view: EventSubscriptionView): EventSubscriptionResponse =>
  showEventSubscription({
    ...view,
    host: hostOf(deps, view),
    hasSecret: view.secret !== null,
    publicKey: publicKeyIn(deps, view),
  });

/** Renders the receivers that the caller can change, in a folder and below it, or everywhere. */
export async function renderReceivers(
  deps: Deps,
  caller: Person,
  rawFolderId: string | undefined,
): Promise<readonly EventSubscriptionResponse[]> {
  const folder = rawFolderId === undefined ? null : await getFolder(deps.database, rawFolderId);
  const { scopes } = caller.visibility(permission);
  const rows = await listEventSubscriptions(deps.database, { scopes }, folder?.id ?? null);
  return rows.map((view) => renderReceiver(deps, view));
}

/** The settings for requests to receivers. Throws ServiceUnavailable in a process without outgoing requests. */
function receiverOptions({ egress, config }: Deps): ReceiverOptions {
  if (egress === undefined) throw new ServiceUnavailable(message('notification.noRequests'));
  const publicUrl = config.publicUrl?.replace(/\/$/, '') ?? null;
  return { egress, publicUrl, typePrefix: config.eventTypePrefix };
}

const newTestId = (): string => `test_${randomBytes(16).toString('hex')}`;

/** Requests the consent of a receiver. Throws Invalid with its answer. */
async function requireConsent(deps: Deps, caller: Person, receiver: Receiver, now: Instant): Promise<void> {
  const options = receiverOptions(deps);
  const result = await deps.connectionChecks.run(caller.username, () =>
    requestConsent(options, receiver, newTestId(), { now }),
  );
  if (result.kind !== 'accepted')
    throw new Invalid(message('notification.refusedTest', { reason: plainText(result.error) }));
}

function requireTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !isEventType(type));
  if (unknown !== undefined) throw new Invalid(message('notification.unknownEvent', { type: unknown }));
}

/** Returns the new secret of a webhook in a request; null: none, or unchanged. Throws Invalid. */
function secretIn({ kind, secret }: EventSubscriptionBody, isNew: boolean): string | null {
  if (kind !== 'webhook') {
    if (secret !== undefined) throw new Invalid(message('notification.secretOfChat'));
    return null;
  }
  if (secret === undefined ? isNew : !isSigningSecret(secret))
    throw new Invalid(message('notification.secretMalformed'));
  return secret ?? null;
}

function urlIn({ url }: EventSubscriptionBody, isNew: boolean): string | null {
  if (url === undefined ? isNew : !isReceiverUrl(url)) throw new Invalid(message('notification.urlMalformed'));
  return url ?? null;
}

/** The language of messages. Events for programs have none. */
const languageIn = ({ kind, language }: EventSubscriptionBody): string | null =>
  kind === 'webhook' ? null : (language ?? null);

/** The format of events. Messages to a chat have none. */
const formatIn = ({ kind, format = 'slipway' }: EventSubscriptionBody): ReceiverFormat =>
  kind === 'webhook' ? format : 'slipway';

/** Creates a receiver that consents. Throws Invalid, Forbidden, NotFound. */
export async function createReceiver(
  deps: Deps,
  { caller, actor }: { readonly caller: Person; readonly actor: Actor },
  body: EventSubscriptionBody,
): Promise<EventSubscriptionResponse> {
  const { title, kind, types = [], filter = {}, enabled = true } = body;
  const folderId = await requireScope(deps, caller, body.folderId);
  requireTypes(types);
  const [url, secret] = [urlIn(body, true) ?? '', secretIn(body, true)];
  const id = `EventSubscription${randomBytes(16).toString('hex')}`;
  const now = await readClock(deps.database);
  await requireConsent(
    deps,
    caller,
    { id, kind, format: formatIn(body), url, secrets: secret === null ? [] : [secret] },
    now,
  );
  const created: EventSubscription = {
    ...{ id, folderId, owner: caller.username, kind, title, types, filter, enabled },
    url: deps.seal.seal(subscriptionPurpose(id, 'url'), url),
    secret: secret === null ? null : deps.seal.seal(subscriptionPurpose(id, 'secret'), secret),
    ...{ previousSecret: null, previousSecretUntil: null, disabledReason: null },
    ...{ language: languageIn(body), format: formatIn(body) },
  };
  await deps.engine.change((database) => addEventSubscription(database, created, actor));
  return renderReceiver(deps, await getReceiver(deps, caller, id));
}

/** Locks a receiver for a change of the version that the caller has read. Throws NotFound, PreconditionFailed. */
async function lockUnchanged(
  deps: Deps,
  connection: Connection,
  id: string,
  stillAs: Requester['stillAs'],
): Promise<void> {
  const current = await lockEventSubscription(connection, id);
  if (current === null) throw new NotFound(message('notFound.receiver', { id }));
  await stillAs(renderReceiver(deps, current));
}

/**
 * Changes a receiver. With another address, and to enable it again, it must consent. Throws Invalid, NotFound,
 * PreconditionFailed.
 */
export async function changeReceiver(
  deps: Deps,
  { caller, actor, stillAs }: Requester,
  id: string,
  body: EventSubscriptionBody,
): Promise<EventSubscriptionResponse> {
  const before = await getReceiver(deps, caller, id);
  await stillAs(renderReceiver(deps, before));
  if (body.kind !== before.kind) throw new Invalid(message('notification.kindFixed'));
  const folderId = await requireScope(deps, caller, body.folderId);
  const { title, types = [], filter = {}, enabled = true } = body;
  requireTypes(types);
  const [url, secret] = [urlIn(body, false), secretIn(body, false)];
  const now = await readClock(deps.database);
  const sealSecret = () =>
    secret === null ? before.secret : deps.seal.seal(subscriptionPurpose(id, 'secret'), secret);
  const changed: EventSubscription = {
    ...before,
    ...{ folderId, title, types, filter, enabled, language: languageIn(body), format: formatIn(body) },
    url: url === null ? before.url : deps.seal.seal(subscriptionPurpose(id, 'url'), url),
    secret: sealSecret(),
    ...(secret !== null && { previousSecret: before.secret, previousSecretUntil: now + rotationMs }),
    disabledReason: enabled ? null : before.disabledReason,
  };
  if (url !== null || (enabled && !before.enabled))
    await requireConsent(deps, caller, openReceiver(deps.seal, changed, now), now);
  await deps.engine.change((database) =>
    database.transaction(async (connection) => {
      await lockUnchanged(deps, connection, id, stillAs);
      await updateEventSubscription(connection, before, changed, actor);
    }),
  );
  return renderReceiver(deps, await getReceiver(deps, caller, id));
}

/** Deletes a receiver. Throws NotFound, PreconditionFailed. */
export async function deleteReceiver(deps: Deps, { caller, actor, stillAs }: Requester, id: string): Promise<void> {
  const before = await getReceiver(deps, caller, id);
  await deps.engine.change((database) =>
    database.transaction(async (connection) => {
      await lockUnchanged(deps, connection, id, stillAs);
      await removeEventSubscription(connection, before, actor);
    }),
  );
}

function showTest(result: PostResult, durationMs: number): ReceiverTestResponse {
  const duration = Math.round(durationMs);
  if (result.kind === 'accepted') return { accepted: true, status: result.status, durationMs: duration };
  return { accepted: false, status: result.status ?? undefined, error: result.error, durationMs: duration };
}

/** Sends a test message to a stored receiver. */
export async function testReceiver(deps: Deps, caller: Person, id: string): Promise<ReceiverTestResponse> {
  const stored = await getReceiver(deps, caller, id);
  const options = receiverOptions(deps);
  const now = await readClock(deps.database);
  const receiver = openReceiver(deps.seal, stored, now);
  return await deps.connectionChecks.run(caller.username, async () => {
    const startedAt = performance.now();
    const result = await sendTest(options, receiver, newTestId(), { now });
    return showTest(result, performance.now() - startedAt);
  });
}
