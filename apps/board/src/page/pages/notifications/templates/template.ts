import type { NotificationTemplatesResponse } from '@slipway/api-schema/notifications';
import { lastSegment } from '../../../navigation/ids.ts';
import { eventTypes } from '../event-words.ts';
import type { Scope } from '../place.ts';

/** The text of a message about an event, on a channel and in a language. */
export type MessageTemplate = Omit<NotificationTemplatesResponse[number], 'eventType'> & { readonly eventType: string };

export const templateChannels = ['mail', 'slack', 'teams'] as const satisfies readonly MessageTemplate['channel'][];

/** Returns the REST path of the templates of a folder or of the installation. */
export const templatesPath = ({ folderId }: Scope): string =>
  folderId === null ? '/notification-templates' : `/folders/${lastSegment(folderId)}/notification-templates`;

/** Whether two templates are for the same event, channel and language. Only one of them can be stored. */
const hasSameTarget = (a: MessageTemplate, b: MessageTemplate): boolean =>
  a.eventType === b.eventType && a.channel === b.channel && a.language === b.language;

/** Returns the templates in the order of the events of the settings, then by channel and language. */
export const sortTemplates = (templates: readonly MessageTemplate[]): readonly MessageTemplate[] =>
  templates.toSorted(
    (a, b) =>
      eventTypes.indexOf(a.eventType) - eventTypes.indexOf(b.eventType) ||
      templateChannels.indexOf(a.channel) - templateChannels.indexOf(b.channel) ||
      a.language.localeCompare(b.language),
  );

const isSame = (a: MessageTemplate, b: MessageTemplate): boolean =>
  hasSameTarget(a, b) && a.subject === b.subject && a.text === b.text;

/** A change of one template. `old` is null for a new one, `next` for one that is deleted. */
export interface TemplateChange {
  readonly old: MessageTemplate | null;
  readonly next: MessageTemplate | null;
}

/**
 * Returns the stored templates with a change. Returns `changed` if another user has changed the old template, and
 * `exists` if there is another one for the new event, channel and language.
 */
export function applyChange(
  stored: readonly MessageTemplate[],
  { old, next }: TemplateChange,
): readonly MessageTemplate[] | 'changed' | 'exists' {
  if (old !== null && !stored.some((template) => isSame(template, old))) return 'changed';
  const others = stored.filter((template) => old === null || !hasSameTarget(template, old));
  if (next === null) return others;
  return others.some((template) => hasSameTarget(template, next)) ? 'exists' : [...others, next];
}
