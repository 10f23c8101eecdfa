import { type UserChannel, userChannels } from '@slipway/domain/notification-choices';
import { type Decision, decide, selectRecipients } from '@slipway/domain/notifications';
import type { Database } from '@slipway/persistence/database';
import { type PendingEvent, readCandidates, readEventObjects } from '@slipway/persistence/notifications';
import { candidateQuery } from './candidate-query.ts';
import { createLookup } from './lookup.ts';

/** The present decisions about an event and a user. */
export interface NotificationExplanation {
  /** why rules, watching or following select the user; empty: they do not */
  readonly reasons: readonly string[];
  readonly channels: readonly (Decision & { readonly channel: UserChannel })[];
}

/** Returns the present decisions about an event and a user; null if the user does not exist. */
export async function explainNotification(
  database: Database,
  event: PendingEvent,
  username: string,
): Promise<NotificationExplanation | null> {
  const ids = (id: string | null) => (id === null ? [] : [id]);
  const objects = await readEventObjects(database, {
    releases: ids(event.releaseId),
    tasks: ids(event.taskId),
    folders: ids(event.folderId),
  });
  const query = candidateQuery([event], objects);
  const name = username.toLowerCase();
  const candidates = await readCandidates(database, { ...query, users: [...query.users, name] });
  const lookup = createLookup(objects, candidates);
  const user = lookup.user(name, event);
  if (user === null) return null;
  const notified = lookup.notified(event);
  const selection = selectRecipients(notified, lookup.directory(event));
  return {
    reasons: selection.users.get(name)?.reasons ?? [],
    channels: userChannels.map((channel) => ({ channel, ...decide(notified, user, channel, selection) })),
  };
}
