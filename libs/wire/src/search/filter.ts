import { type Caller, flagStatuses, mostAskedNames, type ReleaseStatus, releaseStatuses } from '@slipway/domain';
import type { ReleaseFilter, ReleaseOrder, RiskFilter } from '@slipway/persistence';
import { z } from 'zod';
import { listUpTo } from '../format/bounded.ts';
import { date, flag, json, oneOf, optional, wholeNumber } from '../format/scalars.ts';

const timeFrames = [
  'LAST_SEVEN_DAYS',
  'LAST_MONTH',
  'LAST_THREE_MONTHS',
  'LAST_SIX_MONTHS',
  'LAST_YEAR',
  'RANGE',
] as const;
const orders = ['risk', 'start_date', 'end_date', 'title'] as const;
const directions = ['ASC', 'DESC'] as const;

const flags = {
  active: optional(flag),
  planned: optional(flag),
  inProgress: optional(flag),
  paused: optional(flag),
  failing: optional(flag),
  failed: optional(flag),
  inactive: optional(flag),
  completed: optional(flag),
  aborted: optional(flag),
};

/** What releases are searched by (rest-api.md, section Search releases; operations.md, filter object). */
export const filterBody = z
  .object({
    ...flags,
    title: optional(z.string()),
    tags: optional(listUpTo(mostAskedNames, z.string())),
    taskTags: optional(listUpTo(mostAskedNames, z.string())),
    timeFrame: optional(oneOf(timeFrames)),
    from: optional(date),
    to: optional(date),
    queryStartDate: optional(date),
    queryEndDate: optional(date),
    statuses: optional(listUpTo(mostAskedNames, oneOf(releaseStatuses))),
    onlyMine: optional(flag),
    onlyFlagged: optional(flag),
    onlyArchived: optional(flag),
    parentId: optional(z.string()),
    orderBy: optional(z.string().toLowerCase().pipe(oneOf(orders))),
    orderDirection: optional(z.string().toUpperCase().pipe(oneOf(directions))),
    riskStatusWithThresholds: json.optional(),
  })
  .meta({ id: 'ReleasesFilters' });

/** A filter of a request. */
export type FilterBody = z.output<typeof filterBody>;

/** The statuses that each flag stands for; those of all flags that are set are alternatives. */
const statusesOf: Readonly<Record<keyof typeof flags, readonly ReleaseStatus[]>> = {
  active: ['IN_PROGRESS', 'FAILED', 'FAILING', 'PAUSED'],
  planned: ['PLANNED'],
  inProgress: ['IN_PROGRESS'],
  paused: ['PAUSED'],
  failing: ['FAILING'],
  failed: ['FAILED'],
  inactive: ['COMPLETED', 'ABORTED'],
  completed: ['COMPLETED'],
  aborted: ['ABORTED'],
};

const flagNames = [
  'active',
  'planned',
  'inProgress',
  'paused',
  'failing',
  'failed',
  'inactive',
  'completed',
  'aborted',
] as const satisfies readonly (keyof typeof flags)[];

const risk = z.object({
  riskStatus: z.enum(flagStatuses),
  attentionNeededFrom: optional(wholeNumber()),
  atRiskFrom: optional(wholeNumber()),
});

/** Thresholds that are left out are those of states.md, section Risk. */
function riskOf(value: unknown): RiskFilter | null {
  const { data } = risk.safeParse(value);
  if (!data) return null;
  return {
    status: data.riskStatus,
    attentionNeededFrom: data.attentionNeededFrom ?? 10,
    atRiskFrom: data.atRiskFrom ?? 50,
  };
}

/** The filter as the database understands it; `parentId` is the last segment of a folder's id. */
export function filterOf(body: FilterBody, caller: Caller, parentId: string | null): ReleaseFilter {
  const { title, tags, taskTags, timeFrame, from, to, queryStartDate, queryEndDate, onlyFlagged } = body;
  const named = flagNames.flatMap((name) => (body[name] ? statusesOf[name] : []));
  return {
    title,
    tags,
    taskTags,
    timeFrame,
    from,
    to,
    queryStartDate,
    queryEndDate,
    onlyFlagged,
    parentId,
    statuses: [...named, ...(body.statuses ?? []).filter((status) => status !== undefined)],
    owner: body.onlyMine ? caller.username : null,
    risk: riskOf(body.riskStatusWithThresholds),
  };
}

/** The order of a search: by start unless asked otherwise, the highest risk first. */
export function orderOf({ orderBy = 'start_date', orderDirection }: FilterBody): ReleaseOrder {
  return { by: orderBy, direction: orderDirection ?? (orderBy === 'risk' ? 'DESC' : 'ASC') };
}
