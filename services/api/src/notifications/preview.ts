import { exampleOf } from '@slipway/api-schema/events';
import type { TemplatePreviewBody, TemplatePreviewResponse } from '@slipway/api-schema/notifications';
import { getFolder } from '@slipway/application/folders';
import { requireGlobalPermission } from '@slipway/application/model';
import { isVisible, requirePlaceholders } from '@slipway/application/notifications';
import { rootFolderId } from '@slipway/domain/ids';
import { type EventTypeName, eventTypes } from '@slipway/domain/model';
import { chooseTemplate, type OccurredEvent } from '@slipway/domain/notifications';
import { neededToChange } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import { type MessageTemplate, previewMessage, reasonText } from '@slipway/notifications';
import { readRecentEvents, readTemplateScopes } from '@slipway/persistence/notifications';
import type { Deps } from '../dependencies/deps.ts';

/** The number of newest events that a preview checks for one that the caller may view. */
const maxChecked = 20;
/** The sender of a preview without a mail server. */
const exampleSender = 'Slipway <slipway@example.com>';

/** Returns the id of the folder of a preview, after the check of the permission. Throws Forbidden, NotFound. */
async function permittedScope(deps: Deps, caller: Person, rawFolderId: string | undefined): Promise<string> {
  if (rawFolderId === undefined) {
    requireGlobalPermission(caller, neededToChange.notifications);
    return rootFolderId;
  }
  const permission = neededToChange.folderNotifications;
  return (await getFolder(deps.database, rawFolderId, { caller, anyOf: [permission] })).id;
}

/** Finds the last event of a type that the caller may view, in a folder and below it. */
async function findEvent(
  { database }: Deps,
  caller: Person,
  type: EventTypeName,
  folderId: string,
): Promise<OccurredEvent | null> {
  const below = folderId === rootFolderId ? null : folderId;
  for (const event of await readRecentEvents(database, type, below, maxChecked)) {
    if (await isVisible(caller, event)) return { ...event, version: null };
  }
  return null;
}

const exampleEvent = (type: EventTypeName, folderId: string, now: number): OccurredEvent => {
  const data = exampleOf(type);
  const ids = { releaseId: data.release?.id ?? null, folderId, taskId: data.task?.id ?? null };
  return { id: 'Event1', type, ...ids, version: null, actor: 'ann', at: now, data };
};

/** Returns the template of a request; without a text, the stored one; null: the text of the product. */
async function templateIn(
  { database }: Deps,
  { eventType, channel, language, subject, text }: TemplatePreviewBody['template'],
  folderId: string,
): Promise<MessageTemplate | null> {
  if (text !== undefined) {
    requirePlaceholders({ subject, text });
    return { subject: subject ?? null, text };
  }
  const stored = chooseTemplate(await readTemplateScopes(database, folderId), { eventType, channel, language });
  return stored && { subject: stored.subject ?? null, text: stored.text };
}

/** Renders the message of a template. Throws Invalid, Forbidden, NotFound. */
export async function previewTemplate(
  deps: Deps,
  caller: Person,
  { template, folderId: rawFolderId }: TemplatePreviewBody,
): Promise<TemplatePreviewResponse> {
  const { config } = deps;
  const { eventType, channel } = template;
  const folderId = await permittedScope(deps, caller, rawFolderId);
  const message = await templateIn(deps, template, folderId);
  const found = await findEvent(deps, caller, eventType, folderId);
  const event = found ?? exampleEvent(eventType, folderId, Date.now());
  const reason = reasonText(eventTypes[eventType].recipients[0] ?? 'follow');
  const options = { publicUrl: config.publicUrl?.replace(/\/$/, '') ?? null, from: config.mail?.from ?? exampleSender };
  return {
    eventType,
    ...(found !== null && { eventId: found.id }),
    ...previewMessage(channel, { event, reason, template: message }, options),
  };
}
