import { productName, productVersion } from '@slipway/api-schema/system';
import type { Instant, Status } from '@slipway/domain/model';
import type { CalendarEvent } from '@slipway/formats';
import type { DatedEntry } from '@slipway/persistence/calendar';

/** The maximum number of events of a calendar. */
export const maxEvents = 1_000;

/** What wrote a calendar. */
export const writer = `${productName}//${productName} ${productVersion}`;

const canceledStatuses: ReadonlySet<Status> = new Set(['ABORTED', 'SKIPPED', 'SKIPPED_IN_ADVANCE']);

const statusOf = (status: Status): CalendarEvent['status'] => {
  if (canceledStatuses.has(status)) return 'CANCELLED';
  return status === 'PLANNED' ? 'TENTATIVE' : 'CONFIRMED';
};

const categories = { release: 'Release', phase: 'Phase', task: 'Task' } as const satisfies Record<
  DatedEntry['kind'],
  string
>;

const statusText = (status: Status): string => status.toLowerCase().replaceAll('_', ' ');

/** Without an end of its own an entry takes what it is planned to take. */
const endOf = ({ start, end, duration }: DatedEntry): DatedEntry['end'] =>
  end ?? (start === null || duration === null ? null : start + duration * 1000);

/** An entry as a calendar has it; `release` is the title of the release that it is a part of, null for a release. */
export const eventOf = (entry: DatedEntry, release: string | null, changedAt: Instant | null): CalendarEvent => ({
  uid: `${entry.id}@${productName.toLowerCase()}`,
  title: entry.title,
  description: release === null ? statusText(entry.status) : `${release}: ${statusText(entry.status)}`,
  category: categories[entry.kind],
  start: entry.start,
  end: endOf(entry),
  status: statusOf(entry.status),
  changedAt: changedAt ?? 0,
});
