import { filterVisible } from '@slipway/application/model';
import { rootFolderId } from '@slipway/domain/ids';
import { stillApplies } from '@slipway/domain/notifications';
import type { MessageEntry, NotificationMessage } from '@slipway/notifications';
import { readLocations } from '@slipway/persistence/folders';
import {
  type ClaimedDelivery,
  type ClaimedMessage,
  type MessageFacts,
  readMessageFacts,
  type StoredTemplate,
} from '@slipway/persistence/notifications';
import type { SenderContext } from './context.ts';
import { reasonText } from './reason-text.ts';

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

/** The templates in the nearest folder that has one for the event and channel. English is the default language. */
function templateFor(facts: MessageFacts, { event, channel }: ClaimedDelivery): StoredTemplate | null {
  const path = event.folderId === null ? [] : (facts.folderPaths.get(event.folderId) ?? []);
  for (const scope of [...path.toReversed(), rootFolderId]) {
    const matching = (facts.templates.get(scope) ?? []).filter(
      (template) => template.eventType === event.type && template.channel === channel,
    );
    const [first] = matching;
    if (first !== undefined) return matching.find(({ language }) => language === 'en') ?? first;
  }
  return null;
}

function entryOf(facts: MessageFacts, delivery: ClaimedDelivery): MessageEntry {
  // A webhook has no text.
  const template = delivery.channel === 'webhook' ? null : templateFor(facts, delivery);
  return {
    event: delivery.event,
    reason: reasonText(delivery.reason),
    template: template && { subject: template.subject ?? null, text: template.text },
  };
}

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
 * Removes the events that no longer concern the recipient: tasks that are done, and releases that a user may not view
 * now. Creates the content from the others.
 */
export async function prepareMessage(
  context: SenderContext,
  facts: MessageFacts,
  claimed: ClaimedMessage,
): Promise<PreparedMessage> {
  const dropped: DroppedDelivery[] = [];
  const isHidden = claimed.channel === 'mail' ? await hiddenFrom(context, facts, claimed) : () => false;
  const deliveries = claimed.deliveries.filter((delivery) => {
    if (isObsolete(facts, delivery)) dropped.push({ delivery, state: 'obsolete', decidedBy: null });
    else if (isHidden(delivery)) dropped.push({ delivery, state: 'suppressed', decidedBy: 'rights' });
    else return true;
    return false;
  });
  const folderPath = facts.folderPaths.get(claimed.deliveries[0]?.event.folderId ?? '') ?? [];
  const { messageId: id, digest } = claimed;
  const content = { id, digest, entries: deliveries.map((delivery) => entryOf(facts, delivery)) };
  return { claimed, deliveries, dropped, content, folderPath };
}
