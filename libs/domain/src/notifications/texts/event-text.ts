import { formatTime } from '../../calendar/local-time.ts';
import type { EventData, EventTypeName } from '../../model/catalogs/event-types.ts';
import { eventTypes } from '../../model/catalogs/event-types.ts';
import type { Instant } from '../../model/json.ts';
import type { FlagStatus } from '../../model/status.ts';

/** An event that was stored, as messages show it. */
export interface OccurredEvent {
  readonly id: string;
  readonly type: EventTypeName;
  readonly releaseId: string | null;
  readonly folderId: string | null;
  readonly taskId: string | null;
  /** the version of the release after the change; null without a release */
  readonly version: number | null;
  readonly actor: string;
  readonly at: Instant;
  readonly data: EventData;
}

/** The title of the object of an event. */
export const subjectTitle = ({ data }: Pick<OccurredEvent, 'data'>): string =>
  data.task?.title ?? data.release?.title ?? data.subject?.title ?? '';

/** One line about an event: its name, its object, and the release of a task. */
export function eventLine({ type, data }: Pick<OccurredEvent, 'type' | 'data'>): string {
  const { label } = eventTypes[type];
  const title = subjectTitle({ data });
  const release = data.task !== undefined && data.release !== undefined ? ` (${data.release.title})` : '';
  return title === '' ? label : `${label}: ${title}${release}`;
}

const flagTexts: Readonly<Record<FlagStatus, string>> = {
  OK: 'None',
  ATTENTION_NEEDED: 'Attention needed',
  AT_RISK: 'At risk',
};

/** The further facts of an event, as pairs of a name and a value. Times are in this time zone. */
export function eventFacts(
  { data, actor }: Pick<OccurredEvent, 'data' | 'actor'>,
  zone: string,
): readonly [string, string][] {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Phase', data.task?.phaseTitle],
    ['Due', data.task?.dueDate === undefined ? undefined : formatTime(data.task.dueDate, zone)],
    ['Deployment', data.deployment && `${data.deployment.application} → ${data.deployment.environment}`],
    ['Result', data.deployment?.outcome],
    ['Flag', data.flag && flagTexts[data.flag]],
    ['Risk score', data.risk === undefined ? undefined : `${data.risk.from} → ${data.risk.to}`],
    ['Reason', data.reason],
    ['By', actor === 'SYSTEM' ? undefined : actor],
  ];
  return facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]]));
}

/** The subject of a message about events of one release. The prefix of a thread is the title of the release. */
export function messageSubject(events: readonly Pick<OccurredEvent, 'type' | 'data'>[]): string {
  const [first] = events;
  if (first === undefined) return '';
  if (events.length === 1) return eventLine(first);
  const title = first.data.release?.title ?? '';
  return `${events.length} events${title === '' ? '' : `: ${title}`}`;
}
