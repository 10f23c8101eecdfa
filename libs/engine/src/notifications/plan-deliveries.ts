import { eventTypes } from '@slipway/domain/model';
import {
  artifactDeploymentOf,
  type Decision,
  decide,
  groupingMs,
  isSuppressed,
  matchesFilter,
  type NotifiedEvent,
  type NotifiedUser,
  type Selection,
  type SendSchedule,
  selectRecipients,
  sendTimeOf,
} from '@slipway/domain/notifications';
import type { NewDelivery, NewInboxEntry, PendingEvent, SubscriptionRow } from '@slipway/persistence/notifications';
import type { Lookup } from './lookup.ts';

/** The rows of a batch of events. */
interface PlannedDeliveries {
  readonly deliveries: readonly NewDelivery[];
  readonly entries: readonly NewInboxEntry[];
  /** the events whose rows are complete */
  readonly eventIds: readonly string[];
}

interface PlanOptions {
  /** the number of rows after which the remaining events are left out */
  readonly maxRows: number;
  /** the time zone of users who have not chosen one */
  readonly zone: string;
}

/** Returns the deliveries of events. */
export function planDeliveries(
  events: readonly PendingEvent[],
  lookup: Lookup,
  { maxRows, zone }: PlanOptions,
): PlannedDeliveries {
  const deliveries: NewDelivery[] = [];
  const entries: NewInboxEntry[] = [];
  const eventIds: string[] = [];
  for (const event of events) {
    if (deliveries.length > maxRows) break;
    const notified = lookup.notified(event);
    const selection = selectRecipients(notified, lookup.directory(event));
    for (const [username, { reasons }] of selection.users) {
      const user = lookup.user(username, event);
      if (user === null) continue;
      const preferences = lookup.preferences(username);
      const schedule = { ...preferences, zone: preferences.timeZone ?? zone };
      const planned = planForUser({ event, notified, selection, user, reason: reasons[0] ?? '', schedule });
      deliveries.push(...planned.deliveries);
      entries.push(...planned.entries);
    }
    // The mail of a dashboard concerns only its reader.
    if (event.type !== 'dashboard.weekly') deliveries.push(...planForSubscriptions(event, notified, lookup));
    eventIds.push(event.id);
  }
  return { deliveries, entries, eventIds };
}

interface UserEvent {
  readonly event: PendingEvent;
  readonly notified: NotifiedEvent;
  readonly selection: Selection;
  readonly user: NotifiedUser;
  readonly reason: string;
  readonly schedule: SendSchedule;
}

function planForUser({
  event,
  notified,
  selection,
  user,
  reason,
  schedule,
}: UserEvent): Pick<PlannedDeliveries, 'deliveries' | 'entries'> {
  const { username } = user;
  const { id: eventId, at, releaseId } = event;
  const decideOn = (channel: Parameters<typeof decide>[2]) => decide(notified, user, channel, selection);
  const [inbox, mail] = [decideOn('inbox'), decideOn('mail')];
  const row = (channel: 'inbox' | 'mail', { decidedBy }: Decision) => ({
    ...{ eventId, eventAt: at, recipient: username, channel, decidedBy, reason, releaseId },
  });
  const suppressed = (channel: 'inbox' | 'mail', decision: Decision): readonly NewDelivery[] =>
    isSuppressed(channel, selection, username, decision)
      ? [{ ...row(channel, decision), state: 'suppressed', digest: false, nextAt: null }]
      : [];
  const isShown = inbox.mode !== 'off';
  const inboxDelivery = { ...row('inbox', inbox), state: 'sent', digest: false, nextAt: null } as const;
  const browser = isShown && decideOn('browser').mode !== 'off';
  return {
    deliveries: [
      ...(isShown ? [inboxDelivery] : suppressed('inbox', inbox)),
      ...(mail.mode === 'off' ? suppressed('mail', mail) : [{ ...row('mail', mail), ...mailTime(mail.mode) }]),
    ],
    entries: isShown ? [{ eventId, at, username, reason, releaseId, browser }] : [],
  };

  function mailTime(mode: 'now' | 'digest') {
    const { state, at: nextAt, digest } = sendTimeOf(mode, eventTypes[event.type].urgency, at, schedule);
    return { state, nextAt, digest };
  }
}

/** A webhook in the format of CDEvents has no deliveries of other events. */
const hasFormat = ({ format }: SubscriptionRow, { data }: PendingEvent): boolean =>
  format !== 'cdevents' || artifactDeploymentOf(data) !== null;

/** A silent release sends no messages to Slack and Teams; webhooks continue. */
function planForSubscriptions(event: PendingEvent, notified: NotifiedEvent, lookup: Lookup): readonly NewDelivery[] {
  const { id: eventId, at: eventAt, releaseId, type } = event;
  return lookup
    .subscriptions(event)
    .filter(({ types, filter }) => (types.length === 0 || types.includes(type)) && matchesFilter(filter, event))
    .filter((subscription) => hasFormat(subscription, event))
    .map(({ id: recipient, kind: channel }) => {
      const row = { eventId, eventAt, recipient, channel, releaseId, reason: 'subscription', digest: false };
      if (channel !== 'webhook' && notified.disableNotifications)
        return { ...row, state: 'suppressed', decidedBy: 'release', nextAt: null };
      const nextAt = channel === 'webhook' ? eventAt : eventAt + groupingMs;
      return { ...row, state: 'pending', decidedBy: 'subscription', nextAt };
    });
}
