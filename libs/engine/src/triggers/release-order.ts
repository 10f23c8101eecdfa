import {
  type CreateOrder,
  clip,
  type Instant,
  idCandidates,
  isEventTrigger,
  mappedText,
  mappingsOf,
  NotFound,
  type Occasion,
  orderFor,
  placeholderValues,
  type Release,
  type Trigger,
} from '@slipway/domain';
import { type Connection, locateRelease, type Seal } from '@slipway/persistence';
import { sealOrder } from '../commands/seal-drafts.ts';
import { timeInZone } from './zones.ts';

/** The template that the event names, where it is to name one; else the trigger's own. Throws NotFound. */
export async function templateIdFor(
  connection: Connection,
  trigger: Trigger,
  values: Occasion['values'],
): Promise<string> {
  const written = mappedText(mappingsOf(trigger), 'template', values);
  if (written === undefined) {
    if (trigger.templateId === null) throw new NotFound('the trigger has no template');
    return trigger.templateId;
  }
  const found = await locateRelease(connection, idCandidates('Release', written));
  if (found === null) throw new NotFound(`there is no template '${clip(written)}'`);
  return found.id;
}

/** The zone in which a trigger writes times. */
const zoneOf = (trigger: Trigger): string => (isEventTrigger(trigger) ? 'UTC' : trigger.timeZone);

/** A trigger that makes its `count`th release, for an occasion. */
interface Ordering {
  readonly trigger: Trigger;
  readonly author: string | null;
  readonly occasion: Occasion;
  readonly now: Instant;
  readonly count: number;
}

/** The order for that release, its passwords sealed. Throws NotFound. */
export function sealedOrder(seal: Seal, template: Release, ordering: Ordering): CreateOrder {
  const { trigger, author, occasion, now, count } = ordering;
  const values = placeholderValues(trigger, occasion, {
    now: timeInZone(zoneOf(trigger), now),
    scheduled: timeInZone(zoneOf(trigger), occasion.scheduledAt ?? now),
    count,
  });
  const asked = orderFor(trigger, template, values);
  const order = { ...asked, ...(asked.triggered && { triggered: { ...asked.triggered, author } }) };
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
