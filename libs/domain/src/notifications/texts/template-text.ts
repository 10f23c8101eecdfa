import { eventTypes } from '../../model/catalogs/event-types.ts';
import { type OccurredEvent, subjectTitle } from './event-text.ts';

/** The placeholders of message templates, with their descriptions. */
export const placeholders = {
  'event.label': 'the name of the event',
  'event.type': 'the type of the event, such as task.failed',
  'event.time': 'the time of the event (ISO 8601, UTC)',
  'subject.title': 'the title of the task, release, trigger, receiver or token',
  'release.id': 'the id of the release',
  'release.title': 'the title of the release',
  'release.status': 'the status of the release at the event',
  'release.tags': 'the tags of the release',
  'task.id': 'the id of the task',
  'task.title': 'the title of the task',
  'task.type': 'the type of the task',
  'task.status': 'the status of the task at the event',
  'task.phase': 'the title of the phase',
  'task.dueDate': 'the due date of the task (ISO 8601, UTC)',
  'task.failures': 'the number of failures of the task',
  actor: 'the user who caused the event',
  flag: 'the new flag',
  'risk.from': 'the risk score before',
  'risk.to': 'the risk score now',
  details: 'the reason of a failed trigger or a disabled receiver, or the end of a token',
  reason: 'why the recipient receives the message',
  url: 'the address of the release or task on the board',
} as const satisfies Readonly<Record<string, string>>;
export type Placeholder = keyof typeof placeholders;

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

const pattern = /\{\{([^{}]*)\}\}/g;

const maxNameLength = 100;

/**
 * Returns the first placeholder in a text that does not exist, or the text after braces that are not in pairs. Returns
 * null if a template can have the text.
 */
export function unknownPlaceholder(text: string): string | null {
  for (const [, name = ''] of text.matchAll(pattern)) {
    if (!isPlaceholder(name.trim())) return name.trim().slice(0, maxNameLength);
  }
  const [open] = /(?:\{\{|\}\}).{0,40}/.exec(text.replace(pattern, '')) ?? [];
  return open ?? null;
}

/** What a template needs beside the event. */
interface TemplateContext {
  /** why the recipient receives the message */
  readonly reason: string;
  /** the address of the object on the board; empty without one */
  readonly url: string;
}

const dateText = (instant: number | undefined): string =>
  instant === undefined ? '' : new Date(instant).toISOString();
const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value));

const releaseValues = ({ release }: OccurredEvent['data']) => ({
  'release.id': release?.id ?? '',
  'release.title': release?.title ?? '',
  'release.status': release?.status ?? '',
  'release.tags': release?.tags.join(', ') ?? '',
});

const taskValues = ({ task }: OccurredEvent['data']) => ({
  'task.id': task?.id ?? '',
  'task.title': task?.title ?? '',
  'task.type': task?.type ?? '',
  'task.status': task?.status ?? '',
  'task.phase': task?.phaseTitle ?? '',
  'task.dueDate': dateText(task?.dueDate),
  'task.failures': numberText(task?.failuresCount),
});

/** Returns the values of all placeholders for an event. A value that the event lacks is empty. */
function placeholderValues(
  { type, at, actor, data }: OccurredEvent,
  { reason, url }: TemplateContext,
): Readonly<Record<Placeholder, string>> {
  return {
    'event.label': eventTypes[type].label,
    'event.type': type,
    'event.time': dateText(at),
    'subject.title': subjectTitle({ data }),
    ...releaseValues(data),
    ...taskValues(data),
    actor,
    flag: data.flag ?? '',
    'risk.from': numberText(data.risk?.from),
    'risk.to': numberText(data.risk?.to),
    details: data.reason ?? '',
    reason,
    url,
  };
}

/** Replaces the placeholders of a template. `escapeValue` makes a value safe in the channel; the template is unchanged. */
export function renderTemplate(
  text: string,
  event: OccurredEvent,
  context: TemplateContext,
  escapeValue: (value: string) => string,
): string {
  const values = placeholderValues(event, context);
  return text.replace(pattern, (_, name: string) => {
    const key = name.trim();
    return isPlaceholder(key) ? escapeValue(values[key]) : '';
  });
}
