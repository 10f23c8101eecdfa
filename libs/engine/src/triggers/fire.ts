import {
  type Caller,
  Conflict,
  type CreateOrder,
  clip,
  createRelease,
  type EventTrigger,
  Forbidden,
  type Instant,
  Invalid,
  idCandidates,
  mappedText,
  NotFound,
  type Occasion,
  orderFor,
  placeholderValues,
  type Release,
  refusalOf,
  type Trigger,
} from '@slipway/domain';
import {
  addTriggered,
  advanceTrigger,
  type Connection,
  countTriggered,
  countTriggeredAtMost,
  type IdempotencyKey,
  locateRelease,
  lockTemplate,
  recordRun,
  type TriggerRow,
  type TriggerRun,
} from '@slipway/persistence';
import { type Deciding, type Dispatched, envAt } from '../commands/dispatch.ts';
import { sealOrder } from '../commands/seal-command.ts';
import { settleAll } from '../concurrency/settle-all.ts';
import { decideFully } from '../decision/decide.ts';
import { crashPoint } from '../environment/crash-point.ts';
import { requireFolder } from '../folders/require-folder.ts';
import { insertMade, templateIn } from '../plans/stored-plans.ts';
import { writtenIn } from './zones.ts';

/** One trigger, locked, and what it fires for. */
export interface Firing {
  readonly connection: Connection;
  readonly row: TriggerRow;
  readonly occasion: Occasion;
  readonly now: Instant;
  readonly caller: Caller;
  readonly key: IdempotencyKey | null;
  /** the scheduled time that it is owed afterwards */
  readonly nextFireAt: Instant | null;
}

/** What firing has led to. */
export interface Shot {
  readonly run: TriggerRun;
  /** the release, where one was made */
  readonly made: Dispatched | null;
}

/** The occasion has a line in the ledger already: nothing is done for it again. */
export class FiredBefore extends Error {
  override readonly name = 'FiredBefore';
}

/** Whether an error says what is wrong with the trigger, its template or its values, and would say so every time. */
export const isMistake = (error: unknown): error is Error =>
  [Invalid, NotFound, Conflict, Forbidden].some((meaning) => error instanceof meaning);

/** Of a reason in the ledger, in characters. */
const longestReason = 500;

/** What the ledger says of a mistake: no half of a character, which cannot be stored. */
export const sentenceOf = ({ message }: Pick<Error, 'message'>): string =>
  message.slice(0, longestReason).toWellFormed();

/**
 * Makes and starts the release that a locked trigger asks for, writes the ledger and takes the trigger on, all in the
 * transaction of the lock. Refused at a limit, it says so in the ledger. Throws Invalid, NotFound and FiredBefore,
 * after which the transaction is lost.
 */
export async function fire(deciding: Deciding, firing: Firing): Promise<Shot> {
  const { connection, row, caller, now, key } = firing;
  const { trigger } = row;
  const { template, refusal } = await templateFor(deciding, firing);
  if (refusal !== null) return { run: await record(firing, 'refused', refusal, null), made: null };
  const { occasion } = firing;
  const order = sealedOrder(deciding, template, { trigger, occasion, now, count: row.fires + 1 });
  if (order.folderId !== null) await requireFolder(connection, order.folderId);
  const place = { folderId: order.folderId ?? template.folderId, now, plans: deciding.plans };
  const { outcome, created } = await decideFully(connection, place, (world) =>
    createRelease(template, order, caller, envAt(deciding, now, world)),
  );
  // they travel together: whoever waits for this trigger or template waits for every round trip
  const [made, , run] = await settleAll(
    insertMade(connection, outcome, created, key),
    addTriggered(connection, outcome.release.id, { triggerId: trigger.id, templateId: template.id }),
    record(firing, 'created', null, outcome.release),
  );
  crashPoint('inside-transaction');
  return { run, made };
}

/** The template, held until the transaction ends so that nobody else makes a release from it by a trigger. */
async function templateFor(deciding: Deciding, firing: Firing) {
  const { connection, row } = firing;
  const { trigger } = row;
  const { templateId } = trigger;
  if (templateId === null) throw new NotFound('the trigger has no template');
  const [locked, most, { release: template }] = await settleAll(
    lockTemplate(connection, templateId),
    countTriggeredAtMost(connection, trigger.id, templateId),
    templateIn(connection, deciding, templateId),
  );
  if (locked === null) throw new NotFound(`there is no template '${templateId}'`);
  const limits = { maxConcurrentReleases: template.maxConcurrentReleases, ...locked };
  if (refusalOf(trigger, limits, most) === null) return { template, refusal: null };
  const running = await countTriggered(connection, trigger.id, templateId);
  return { template, refusal: refusalOf(trigger, limits, running) };
}

/** The template that the event names, where it is to name one; else the trigger's own. Throws NotFound. */
export async function templateIdFor(
  connection: Connection,
  { mappedProperties, templateId }: EventTrigger,
  values: Occasion['values'],
): Promise<string | null> {
  const written = mappedText(mappedProperties, 'template', values);
  if (written === undefined) return templateId;
  const found = await locateRelease(connection, idCandidates('Release', written));
  if (found === null) throw new NotFound(`there is no template '${clip(written)}'`);
  return found.id;
}

/** The zone in which a trigger writes times. */
export const zoneOf = (trigger: Trigger): string => (trigger.type === 'time.Schedule' ? trigger.timeZone : 'UTC');

/** What a trigger asks for on an occasion for which it makes its `count`th release. */
interface Asked {
  readonly trigger: Trigger;
  readonly occasion: Occasion;
  readonly now: Instant;
  readonly count: number;
}

/** The order for that release, its passwords sealed. Throws NotFound. */
export function sealedOrder(
  { seal }: Deciding,
  template: Release,
  { trigger, occasion, now, count }: Asked,
): CreateOrder {
  const values = placeholderValues(trigger, occasion, {
    now: writtenIn(zoneOf(trigger), now),
    scheduled: writtenIn(zoneOf(trigger), occasion.scheduledAt ?? now),
    count,
  });
  const order = orderFor(trigger, template, values);
  // the trigger's own passwords are sealed already
  const passwords = trigger.variables
    .filter(({ type, key, value }) => type === 'PasswordStringVariable' && order.variables[key] === value)
    .map(({ key }) => key);
  const given = Object.entries(order.variables);
  const clear = given.filter(([key]) => !passwords.includes(key));
  const hidden = given.filter(([key]) => passwords.includes(key));
  const sealed = sealOrder(seal, template, { ...order, variables: Object.fromEntries(clear) });
  return { ...sealed, variables: { ...sealed.variables, ...Object.fromEntries(hidden) } };
}

/** Writes how a firing ended, and takes the trigger on. Throws FiredBefore. */
export async function record(
  firing: Firing,
  outcome: 'created' | 'refused' | 'failed',
  reason: string | null,
  release: Release | null,
): Promise<TriggerRun> {
  const { connection, row, occasion, now, caller, nextFireAt } = firing;
  const run = await recordRun(connection, {
    triggerId: row.trigger.id,
    occasion: occasion.key,
    scheduledAt: occasion.scheduledAt,
    firedAt: now,
    outcome,
    reason,
    releaseId: release?.id ?? null,
    releaseTitle: release?.title ?? null,
    username: caller.username,
  });
  if (run === null) throw new FiredBefore(`trigger '${row.trigger.id}' has fired for this before`);
  const status = outcome === 'created' ? 'SUCCESS' : 'FAILURE';
  await advanceTrigger(connection, row.trigger.id, {
    nextFireAt,
    fired: outcome === 'created',
    lastRun: { date: now, status },
  });
  return run;
}
