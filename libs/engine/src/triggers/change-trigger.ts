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

/** A new trigger, with passwords in clear text. The id of the request is used if it is free. */
export type TriggerDraft = NewTriggerFields & { readonly id: string | null };

/** Returns the trigger with its passwords encrypted. Throws Invalid. */
function sealPatch<T extends TriggerPatch>({ seal }: Pick<SealedStore, 'seal'>, patch: T): T {
  const { variables } = patch;
  return variables ? { ...patch, variables: variables.map((variable) => sealVariable(seal, variable)) } : patch;
}

/**
 * The user who saves or enables a trigger, whose permissions apply to its releases; null: no permissions are checked.
 */
export type TriggerAuthor = string | null;

const newVariableId = () => newId('Variable');

/** Returns the next time of a trigger, which is always in the future: a change of a trigger never fires it. */
function toDueTimes(trigger: Trigger, now: Instant) {
  if (isEventTrigger(trigger)) return { anchor: now, nextFireAt: null };
  const nextFireAt = createTimetable({ ...trigger, anchor: now }).after(now);
  return { anchor: now, nextFireAt: trigger.enabled ? nextFireAt : null };
}

/**
 * Returns the trigger with the event type of its event source. Throws Invalid if the trigger cannot listen to the
 * source.
 */
async function withEventType<T extends Trigger>(
  connection: Connection,
  trigger: T,
  expected: string | undefined,
): Promise<T> {
  if (!isEventTrigger(trigger) || trigger.eventSource === null) return trigger;
  const source = await readTriggerSource(connection, trigger.eventSource, trigger);
  if (source === null) throw new NotFound(message('notFound.configuration', { id: trigger.eventSource }));
  const { folderPath, title, sourceFolderPath, outputEventType } = source;
  return {
    ...trigger,
    eventType: eventTypeFrom(
      folderPath,
      { title, folderPath: sourceFolderPath, eventType: outputEventType ?? httpRequestEvent },
      expected,
    ),
  };
}

/** Throws an error if the trigger cannot be enabled. Runs in the transaction that enables it. */
export type RequireEnabled = (connection: Connection, trigger: Trigger) => Promise<void>;

/**
 * Creates a trigger and returns its id. Throws Invalid, Conflict, and NotFound if its folder or template does not
 * exist.
 */
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
 * Changes a trigger. If its schedule does not change, its next time stays the same. Otherwise, it fires next at the
 * first future time of the new schedule. Throws Invalid, Conflict, NotFound.
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

/** Enables or disables triggers in one transaction. Returns the ids of the triggers that changed. */
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

/** Deletes a trigger with its run history, but not the releases that it has created. Throws NotFound. */
export const removeTrigger = ({ database }: Pick<SealedStore, 'database'>, id: string): Promise<void> =>
  deleteTrigger(database, id);
