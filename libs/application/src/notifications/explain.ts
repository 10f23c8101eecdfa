import {
  type NotificationExplanationResponse,
  type ReleaseEventsResponse,
  showExplanation,
  showReleaseEvents,
} from '@slipway/api-schema/notifications';
import { message } from '@slipway/domain/messages';
import { NotFound } from '@slipway/domain/model';
import { isSameUser, neededToRead } from '@slipway/domain/people';
import { explainNotification, type Person } from '@slipway/engine';
import { findEvent, listReleaseEvents, readDeliveries } from '@slipway/persistence/notifications';
import type { ResourceContext } from '../model/context.ts';
import { requireGlobalPermission } from '../model/require-permission.ts';
import { getReleaseLocation } from '../plans/find.ts';
import { isVisible } from './visible-event.ts';

/**
 * Explains whether a user is notified of an event, and which level decides. For oneself, the event must be visible;
 * other users require the permission. Throws NotFound, Forbidden.
 */
export async function renderExplanation(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  { event: id, user }: { readonly event: string; readonly user: string },
): Promise<NotificationExplanationResponse> {
  if (!isSameUser(user, caller.username)) requireGlobalPermission(caller, neededToRead.permissionOfOthers);
  const event = await findEvent(database, id);
  if (event === null || !(await isVisible(caller, event))) throw new NotFound(message('notFound.event', { id }));
  const explanation = await explainNotification(database, event, user);
  if (explanation === null) throw new NotFound(message('notFound.user', { name: user }));
  const deliveries = await readDeliveries(database, id, user);
  return showExplanation({ event, user, ...explanation, deliveries });
}

const defaultEvents = 50;

/** Returns the events of a release, the newest first. Throws NotFound, Forbidden. */
export async function renderReleaseEvents(
  { database }: Pick<ResourceContext, 'database'>,
  caller: Person,
  rawId: string,
  { after = null, limit = defaultEvents }: { readonly after?: string | null; readonly limit?: number | undefined },
): Promise<ReleaseEventsResponse> {
  const { id } = await getReleaseLocation(database, caller, rawId);
  const events = await listReleaseEvents(database, id, after, limit);
  return showReleaseEvents(events, events.length === limit ? events.at(-1)?.id : undefined);
}
