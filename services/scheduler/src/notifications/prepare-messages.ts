import { readDashboardReport } from '@slipway/application/dashboards';
import { filterVisible } from '@slipway/application/model';
import { rootFolderId } from '@slipway/domain/ids';
import { chooseTemplate, stillApplies } from '@slipway/domain/notifications';
import {
  type DashboardReport,
  type MessageEntry,
  type MessageTemplate,
  type NotificationMessage,
  reasonText,
} from '@slipway/notifications';
import { readLocations } from '@slipway/persistence/folders';
import {
  type ClaimedDelivery,
  type ClaimedMessage,
  type MessageFacts,
  readMessageFacts,
} from '@slipway/persistence/notifications';
import type { SenderContext } from './context.ts';

/** A delivery that is not sent, and why. */
export interface DroppedDelivery {
  readonly delivery: ClaimedDelivery;
  readonly state: 'obsolete' | 'suppressed';
  /** the level that decided; null: unchanged */
  readonly decidedBy: string | null;
}

/** A claimed message with its present content. */
export interface PreparedMessage {
  readonly claimed: ClaimedMessage;
  /** the deliveries that are sent */
  readonly deliveries: readonly ClaimedDelivery[];
  readonly dropped: readonly DroppedDelivery[];
  readonly content: NotificationMessage;
  /** the folders from the top to that of the first event */
  readonly folderPath: readonly string[];
}

const present = (values: readonly (string | null)[]): readonly string[] => values.filter((value) => value !== null);

/** Reads the facts for all messages of a claim. */
export function readFacts({ database }: SenderContext, messages: readonly ClaimedMessage[]): Promise<MessageFacts> {
  const events = messages.flatMap(({ deliveries }) => deliveries.map(({ event }) => event));
  // Webhooks receive all events, because a program needs each change.
  const checked = messages.flatMap(({ channel, deliveries }) => (channel === 'webhook' ? [] : deliveries));
  return readMessageFacts(database, {
    recipients: messages.map(({ recipient }) => recipient),
    tasks: present(checked.map(({ event }) => event.taskId)),
    releases: present(checked.map(({ event }) => event.releaseId)),
    folders: present(events.map(({ folderId }) => folderId)),
  });
}

/** Returns the language of the recipient; null: that of the installation. */
const languageOf = (facts: MessageFacts, { recipient, channel }: ClaimedDelivery): string | null =>
  (channel === 'mail' ? facts.users.get(recipient)?.language : facts.receivers.get(recipient)?.language) ?? null;

/** The template for a delivery, in the nearest folder that has one. */
function templateFor(facts: MessageFacts, delivery: ClaimedDelivery): MessageTemplate | null {
  const { event, channel } = delivery;
  if (channel === 'webhook') return null;
  const path = event.folderId === null ? [] : (facts.folderPaths.get(event.folderId) ?? []);
  const scopes = [...path.toReversed(), rootFolderId].map((scope) => facts.templates.get(scope) ?? []);
  const template = chooseTemplate(scopes, { eventType: event.type, channel, language: languageOf(facts, delivery) });
  return template && { subject: template.subject ?? null, text: template.text };
}

const entryOf = (facts: MessageFacts, delivery: ClaimedDelivery, zone: string): MessageEntry => ({
  event: delivery.event,
  reason: reasonText(delivery.reason),
  zone: facts.users.get(delivery.recipient)?.timeZone ?? zone,
  template: templateFor(facts, delivery),
});

function isObsolete(facts: MessageFacts, { channel, event }: ClaimedDelivery): boolean {
  if (channel === 'webhook') return false;
  return !stillApplies(event.type, {
    taskStatus: facts.taskStatuses.get(event.taskId ?? '') ?? null,
    releaseStatus: facts.releaseStatuses.get(event.releaseId ?? '') ?? null,
  });
}

/** Returns the releases and tasks of mails that their recipient may not view now. */
async function hiddenFrom(
  { engine, database }: SenderContext,
  facts: MessageFacts,
  { recipient, deliveries }: ClaimedMessage,
): Promise<(delivery: ClaimedDelivery) => boolean> {
  if (facts.users.get(recipient)?.loginAllowed !== true) return () => true;
  const objectOf = ({ event }: ClaimedDelivery): string | null => event.taskId ?? event.releaseId;
  const ids = present(deliveries.map(objectOf));
  const { accessAttributes } = await readLocations(database, ids);
  const visible = await filterVisible(await engine.access.byName(recipient), accessAttributes);
  return (delivery) => {
    const id = objectOf(delivery);
    return id !== null && !visible.has(id);
  };
}

/**
 * Reads the numbers of dashboards for weekly mails, with the present permissions of the recipient. null: the recipient
 * cannot view the dashboard, or it was deleted.
 */
async function readReports(
  { engine, database, zone }: SenderContext,
  facts: MessageFacts,
  { recipient, channel, deliveries }: ClaimedMessage,
): Promise<ReadonlyMap<string, DashboardReport | null>> {
  const reports = new Map<string, DashboardReport | null>();
  if (channel !== 'mail' || facts.users.get(recipient)?.loginAllowed !== true) return reports;
  for (const { id, event } of deliveries) {
    if (event.type !== 'dashboard.weekly') continue;
    const reader = await engine.access.byName(recipient);
    reports.set(id, await readDashboardReport({ database, zone }, reader, event.data.subject?.id ?? '', event.at));
  }
  return reports;
}

/**
 * Removes the events that no longer concern the recipient: tasks that are done, and releases that a user may not view
 * now. Creates the content from the others.
 */
export async function prepareMessage(
  context: SenderContext,
  facts: MessageFacts,
  claimed: ClaimedMessage,
): Promise<PreparedMessage> {
  const dropped: DroppedDelivery[] = [];
  const reports = await readReports(context, facts, claimed);
  const isHidden = claimed.channel === 'mail' ? await hiddenFrom(context, facts, claimed) : () => false;
  const deliveries = claimed.deliveries.filter((delivery) => {
    if (isObsolete(facts, delivery)) dropped.push({ delivery, state: 'obsolete', decidedBy: null });
    else if (isHidden(delivery) || reports.get(delivery.id) === null)
      dropped.push({ delivery, state: 'suppressed', decidedBy: 'rights' });
    else return true;
    return false;
  });
  const folderPath = facts.folderPaths.get(claimed.deliveries[0]?.event.folderId ?? '') ?? [];
  const { messageId: id, digest } = claimed;
  const entries = deliveries.map((delivery) => {
    const report = reports.get(delivery.id);
    return { ...entryOf(facts, delivery, context.zone), ...(report && { report }) };
  });
  const content = { id, digest, entries };
  return { claimed, deliveries, dropped, content, folderPath };
}
