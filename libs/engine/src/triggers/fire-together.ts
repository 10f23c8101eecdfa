import { setImmediate } from 'node:timers/promises';
import {
  asStored,
  type Caller,
  createRelease,
  type Event,
  type EventTrigger,
  eventValues,
  type Instant,
  type Outcome,
  systemUser,
  viewOf,
  type World,
} from '@slipway/domain';
import {
  type Connection,
  findRuns,
  insertPlans,
  lockTrigger,
  readClock,
  recordFired,
  type TriggerRow,
  type TriggerRun,
} from '@slipway/persistence';
import { type Deciding, envAt } from '../commands/dispatch.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { decideFully } from '../decision/decide.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { isMistake, type Shot, sealedOrder, sentenceOf } from './fire.ts';
import { type Held, holdTrigger } from './held-trigger.ts';

/** What a trigger fires for: an event that it wants, or what was wrong when it heard of it. */
export interface EventOccasion {
  readonly deliveryId: string;
  readonly event: Event | Error;
}

/** What a trigger has made of events: what it fired for now, and the lines of its ledger for those of before. */
export interface Volley {
  readonly shots: readonly Shot[];
  readonly before: readonly TriggerRun[];
}

/** A trigger that fires, in the transaction that has locked it. */
interface Firing {
  readonly connection: Connection;
  readonly deciding: Deciding;
  readonly row: TriggerRow;
  readonly trigger: EventTrigger;
  readonly held: Held;
  readonly now: Instant;
  /** what is decided and not written yet */
  readonly pending: Outcome[];
  readonly versions: Map<string, number>;
  /** what the database is writing */
  readonly sent: Promise<void>[];
}

/** A line of the ledger to be, and the release that it is about. */
interface Line {
  readonly occasion: string;
  readonly outcome: 'created' | 'refused' | 'failed';
  readonly reason: string | null;
  readonly made: { readonly outcome: Outcome; readonly created: readonly Outcome[] } | null;
}

/**
 * Decisions between which others have their turn, since each takes a millisecond of this process, and the database has
 * something to write: more turns would hold the trigger for long on a busy machine.
 */
const atATime = 4;
/** As whom triggers fire, and tasks are completed, for what was delivered. */
export const listener: Caller = { username: systemUser, may: () => true };

/**
 * Fires a trigger for several events in order and once each, in the caller's transaction. Releases, ledger and counters
 * are as if the events had come one after the other, but trigger and template are locked once, and a few statements
 * write it all. What is wrong with one event is a line of the ledger and hinders none beside it; of an event alone it is
 * thrown. So is what the database refuses, and then the transaction is lost. Events name one template.
 */
export async function fireTogether(
  connection: Connection,
  deciding: Deciding,
  listening: EventTrigger,
  wanted: readonly EventOccasion[],
): Promise<Volley> {
  const ids = wanted.map(({ deliveryId }) => deliveryId);
  const [row, now, before] = await settleAll(
    lockTrigger(connection, listening.id),
    readClock(connection),
    findRuns(connection, listening.id, ids),
  );
  const trigger = row?.trigger;
  const listens = trigger?.type === 'events.EventBasedTrigger' && trigger.eventSource === listening.eventSource;
  if (row === null || !listens || !trigger.enabled) return { shots: [], before: [] };
  const known = new Set(before.map(({ occasion }) => occasion));
  const held = holdTrigger(connection, deciding, trigger);
  const firing = { connection, deciding, row, trigger, held, now, pending: [], versions: new Map(), sent: [] };
  const left = wanted.filter(({ deliveryId }) => !known.has(deliveryId));
  const lines = await linesFor(firing, left, wanted.length);
  const runs = await write(firing, lines);
  crashPoint('inside-transaction');
  return { shots: runs.map((run, index) => shotOf(firing, run, lines[index])), before };
}

/** Decides on one event after the other, while the database writes what was decided before. */
async function linesFor(firing: Firing, left: readonly EventOccasion[], together: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  try {
    for (const one of left) {
      if (lines.length % atATime === atATime - 1) {
        send(firing);
        await setImmediate();
      }
      lines.push(await lineFor(firing, one, lines, together));
    }
  } catch (error) {
    // after a write that was refused nothing else goes through
    await Promise.all(firing.sent);
    throw error;
  }
  return lines;
}

/** Nobody waits for this write until the last one: it is heard there whether it failed. */
function send(firing: Firing): void {
  const sent = flush(firing);
  sent.catch(() => {});
  firing.sent.push(sent);
}

async function lineFor(firing: Firing, wanted: EventOccasion, lines: readonly Line[], together: number): Promise<Line> {
  const occasion = wanted.deliveryId;
  try {
    if (wanted.event instanceof Error) throw wanted.event;
    return await decided(firing, { occasion, event: wanted.event }, lines);
  } catch (error) {
    const isKnown = error === wanted.event;
    if (!isMistake(error) || (together === 1 && !isKnown)) throw error;
    return { occasion, outcome: 'failed', reason: sentenceOf(error), made: null };
  }
}

async function decided(
  firing: Firing,
  { occasion, event }: { readonly occasion: string; readonly event: Event },
  lines: readonly Line[],
): Promise<Line> {
  const { connection, deciding, row, trigger, held, now, pending } = firing;
  const made = lines.flatMap((line) => line.made ?? []);
  const values = eventValues(trigger, viewOf(event), await held.shared());
  const template = await held.template(values);
  const refusal = await held.refusal(made.filter(({ outcome }) => runs(outcome)).length);
  if (refusal !== null) return { occasion, outcome: 'refused', reason: refusal, made: null };
  const given = { key: occasion, scheduledAt: null, values };
  const order = sealedOrder(deciding, template, { trigger, occasion: given, now, count: row.fires + made.length + 1 });
  if (order.folderId !== null) await held.folder(order.folderId);
  const folderId = order.folderId ?? template.folderId;
  const decide = (world: World) => {
    held.worlds.set(folderId, { ...world, runningCreated: undefined });
    return createRelease(template, order, listener, envAt(deciding, now, world));
  };
  const { outcome, created } = await decideFully(
    connection,
    { folderId, now, plans: deciding.plans },
    decide,
    held.worlds.get(folderId),
  );
  pending.push(outcome, ...created);
  // the next one counts them among what runs
  if (created.length > 0) await flush(firing);
  return { occasion, outcome: 'created', reason: null, made: { outcome, created } };
}

const runs = ({ release: { status } }: Outcome): boolean => status !== 'COMPLETED' && status !== 'ABORTED';

async function flush({ connection, pending, versions }: Firing): Promise<void> {
  for (const [id, version] of await insertPlans(connection, pending.splice(0))) versions.set(id, version);
}

/** All that is decided, which travels together: whoever waits for the trigger or the template waits for each round trip. */
async function write(firing: Firing, lines: readonly Line[]): Promise<readonly TriggerRun[]> {
  const { connection, trigger, now } = firing;
  if (lines.length === 0) return [];
  const fired = lines.map(({ made, ...line }) => ({
    ...line,
    releaseId: made?.outcome.release.id ?? null,
    releaseTitle: made?.outcome.release.title ?? null,
    templateId: made?.outcome.release.originTemplateId ?? null,
  }));
  const ledger = { triggerId: trigger.id, firedAt: now, username: listener.username, fired };
  // the releases first: what the database refuses of them is said in words
  send(firing);
  const [, runs] = await settleAll(settleAll(...firing.sent), recordFired(connection, ledger));
  return runs;
}

function shotOf({ versions }: Firing, run: TriggerRun, line: Line | undefined): Shot {
  const made = line?.made ?? null;
  if (made === null) return { run, made };
  const { outcome, created } = made;
  const release = asStored(outcome.release);
  const version = versions.get(release.id);
  if (version === undefined) throw new Error(`release '${release.id}' has no version`);
  return { run, made: { release, version, outcome, created, waiters: [], view: null, whole: null } };
}
