import { idCandidates } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { type Instant, NotFound, type Release } from '@slipway/domain/model';
import type { CreateReleaseRequest } from '@slipway/domain/templates';
import {
  createRequestFor,
  isEventTrigger,
  mappedText,
  mappingsOf,
  type Occasion,
  placeholderValues,
  type Trigger,
} from '@slipway/domain/triggers';
import type { Connection } from '@slipway/persistence/database';
import { locateRelease } from '@slipway/persistence/plans';
import type { Seal } from '@slipway/persistence/secrets';
import { sealOrder } from '../commands/seal-order.ts';
import { timeInZone } from './zones.ts';

/** Returns the id of the template that the event selects, if mapped, otherwise that of the trigger. Throws NotFound. */
export async function resolveTemplateId(
  connection: Connection,
  trigger: Trigger,
  values: Occasion['values'],
): Promise<string> {
  const rawId = mappedText(mappingsOf(trigger), 'template', values);
  if (rawId === undefined) {
    if (trigger.templateId === null) throw new NotFound(message('trigger.withoutTemplate'));
    return trigger.templateId;
  }
  const location = await locateRelease(connection, idCandidates('Release', rawId));
  if (location === null) throw new NotFound(message('notFound.template', { id: rawId }));
  return location.id;
}

/** The time zone in which a trigger formats times. */
const triggerZone = (trigger: Trigger): string => (isEventTrigger(trigger) ? 'UTC' : trigger.timeZone);

/** An occasion of a trigger, which creates its `count`th release. */
interface OrderRequest {
  readonly trigger: Trigger;
  readonly author: string | null;
  readonly occasion: Occasion;
  readonly now: Instant;
  readonly count: number;
}

/** Returns the request for that release, with encrypted passwords. Throws NotFound. */
export function createSealedOrder(seal: Seal, template: Release, request: OrderRequest): CreateReleaseRequest {
  const { trigger, author, occasion, now, count } = request;
  const values = placeholderValues(trigger, occasion, {
    now: timeInZone(triggerZone(trigger), now),
    scheduled: timeInZone(triggerZone(trigger), occasion.scheduledAt ?? now),
    count,
  });
  const baseOrder = createRequestFor(trigger, template, values);
  const order = { ...baseOrder, ...(baseOrder.triggered && { triggered: { ...baseOrder.triggered, author } }) };
  // the passwords of the trigger are already encrypted
  const passwords = trigger.variables
    .filter(({ type, key, value }) => type === 'PasswordStringVariable' && order.variables[key] === value)
    .map(({ key }) => key);
  const entries = Object.entries(order.variables);
  const clearEntries = entries.filter(([key]) => !passwords.includes(key));
  const sealedEntries = entries.filter(([key]) => passwords.includes(key));
  const sealed = sealOrder(seal, template, { ...order, variables: Object.fromEntries(clearEntries) });
  return { ...sealed, variables: { ...sealed.variables, ...Object.fromEntries(sealedEntries) } };
}
