import { message } from '@slipway/domain/messages';
import { type Instant, NotFound } from '@slipway/domain/model';
import type { NewTriggerFields, TriggerPatch } from '@slipway/domain/triggers';
import {
  applyTriggerPatch,
  eventTypeFrom,
  hasSameTimes,
  httpRequestEvent,
  isEventTrigger,
  newTrigger,
  type Trigger,
} from '@slipway/domain/triggers';
import { sealVariable } from '@slipway/domain/variables';
import { type Connection, readClock } from '@slipway/persistence/database';
import {
  deleteTrigger,
  insertTrigger,
  lockTrigger,
  lockTriggersToSwitch,
  storeEnabled,
  updateTrigger,
} from '@slipway/persistence/triggers';
import { readTriggerSource } from '@slipway/persistence/webhooks';
import type { SealedStore } from '../decision/engine-context.ts';
import { newId } from '../environment/ids.ts';
import { createTimetable } from './timetable.ts';

/** A trigger to be made; its passwords are clear. An id that the client chose is kept when it is free. */
export type TriggerDraft = NewTriggerFields & { readonly id: string | null };

/** A trigger with passwords sealed. Throws Invalid. */
function sealPatch<T extends TriggerPatch>({ seal }: Pick<SealedStore, 'seal'>, patch: T): T {
  const { variables } = patch;
  return variables ? { ...patch, variables: variables.map((variable) => sealVariable(seal, variable)) } : patch;
}

/**
 * The user who saves or enables a trigger, whose permissions apply to its releases; null: no permissions are checked.
 */
export type TriggerAuthor = string | null;

const newVariableId = () => newId('Variable');

/** When a trigger is due from now on: never for the past, so that no change of it ever fires it. */
function toDueTimes(trigger: Trigger, now: Instant) {
  if (isEventTrigger(trigger)) return { anchor: now, nextFireAt: null };
  const nextFireAt = createTimetable({ ...trigger, anchor: now }).after(now);
  return { anchor: now, nextFireAt: trigger.enabled ? nextFireAt : null };
}

/** A trigger with the type of the events that its source puts out. Throws Invalid where it may not listen there. */
async function withEventType<T extends Trigger>(
  connection: Connection,
  trigger: T,
  expected: string | undefined,
): Promise<T> {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return trigger;
  const source = await readTriggerSource(connection, trigger.eventSource, trigger);
  if (source === null) throw new NotFound(message('notFound.configuration', { id: trigger.eventSource }));
  const { from, title, place: folderPath, outputEventType } = source;
  return {
    ...trigger,
    eventType: eventTypeFrom(
      from,
      { title, folderPath: folderPath, eventType: outputEventType ?? httpRequestEvent },
      expected,
    ),
  };
}

/** Refuses to enable a trigger, in the transaction that enables it. */
export type RequireEnabled = (connection: Connection, trigger: Trigger) => Promise<void>;

/** Creates a trigger and returns its id. Throws Invalid, Conflict, NotFound when its folder or template is gone. */
export async function addTrigger(
  { database, seal }: SealedStore,
  draft: TriggerDraft,
  author: TriggerAuthor,
  requireEnabled: RequireEnabled = async () => {},
): Promise<string> {
  const { id, ...fields } = sealPatch({ seal }, draft);
  return await database.transaction(async (connection) => {
    const now = await readClock(connection);
    const newDraft = newTrigger(id ?? newId('Trigger'), fields, newVariableId);
    const trigger = await withEventType(connection, newDraft, fields.eventType);
    const due = toDueTimes(trigger, now);
    if (trigger.enabled) await requireEnabled(connection, trigger);
    if (await insertTrigger(connection, { trigger, author, ...due })) return trigger.id;
    const renamed = { ...trigger, id: newId('Trigger') };
    await insertTrigger(connection, { trigger: renamed, author, ...due });
    return renamed.id;
  });
}

/**
 * Changes a trigger. Where the change leaves its times as they are, it stays due as it was; otherwise it fires next
 * at the first of its new times that is still to come. Throws Invalid, Conflict, NotFound.
 */
export async function changeTrigger(
  { database, seal }: SealedStore,
  id: string,
  patch: TriggerPatch,
  author: TriggerAuthor,
  requireEnabled: RequireEnabled = async () => {},
): Promise<void> {
  const changes = sealPatch({ seal }, patch);
  await database.transaction((connection) => changeIn(connection, id, changes, { author, requireEnabled }));
}

interface ChangeContext {
  readonly author: TriggerAuthor;
  readonly requireEnabled: RequireEnabled;
}

async function changeIn(
  connection: Connection,
  id: string,
  patch: TriggerPatch,
  { author, requireEnabled }: ChangeContext,
): Promise<void> {
  const row = await lockTrigger(connection, id);
  if (row === null) throw new NotFound(message('notFound.trigger', { id }));
  const trigger = await withEventType(
    connection,
    applyTriggerPatch(row.trigger, patch, newVariableId),
    patch.eventType,
  );
  const { anchor, nextFireAt } = row;
  const due = hasSameTimes(row.trigger, trigger)
    ? { anchor, nextFireAt }
    : toDueTimes(trigger, await readClock(connection));
  if (trigger.enabled && !row.trigger.enabled) await requireEnabled(connection, trigger);
  await updateTrigger(connection, { trigger, author, ...due });
}

/** Enables or disables triggers in one transaction; answers the ids of those that were not so before. */
export async function switchTriggers(
  { database }: Pick<SealedStore, 'database'>,
  ids: readonly string[],
  enabled: boolean,
  author: TriggerAuthor,
): Promise<readonly string[]> {
  return await database.transaction(async (connection) => {
    const rows = await lockTriggersToSwitch(connection, ids, enabled);
    if (rows.length === 0) return [];
    const anchor = await readClock(connection);
    const due = rows.map(({ trigger }) => ({
      id: trigger.id,
      nextFireAt: toDueTimes({ ...trigger, enabled }, anchor).nextFireAt,
    }));
    await storeEnabled(connection, { enabled, anchor, author }, due);
    return due.map(({ id }) => id);
  });
}

/** Deletes a trigger with its ledger; the releases that it made stay. Throws NotFound. */
export const removeTrigger = ({ database }: Pick<SealedStore, 'database'>, id: string): Promise<void> =>
  deleteTrigger(database, id);
