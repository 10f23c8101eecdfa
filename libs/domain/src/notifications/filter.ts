import type { NewEvent } from '../model/catalogs/event-types.ts';
import type { EventFilter } from './settings.ts';

type FilteredEvent = Pick<NewEvent, 'data'>;

const includesAny = (allowed: readonly string[] | undefined, values: readonly (string | undefined)[]): boolean =>
  allowed === undefined ||
  allowed.length === 0 ||
  values.some((value) => value !== undefined && allowed.includes(value));

/** Whether each list of a filter that is not empty contains the value of the event. */
export const matchesFilter = (filter: EventFilter | undefined, { data: { release, task } }: FilteredEvent): boolean =>
  includesAny(filter?.tags, release?.tags ?? []) &&
  includesAny(filter?.phaseTitles, [task?.phaseTitle]) &&
  includesAny(filter?.taskTypes, [task?.type]) &&
  includesAny(filter?.statuses, [task?.status ?? release?.status]);
