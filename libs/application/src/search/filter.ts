import { type FilterBody, riskFilter } from '@slipway/api-schema/search';
import { isActive, isOver, type ReleaseStatus, releaseStatuses } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import type { ReleaseFilter, ReleaseOrder, RiskFilter } from '@slipway/persistence/search';

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
] as const satisfies readonly (keyof FilterBody)[];

/** The statuses of each flag. The flags of a filter are alternatives. */
const statusesOf: Readonly<Record<(typeof flagNames)[number], readonly ReleaseStatus[]>> = {
  active: releaseStatuses.filter(isActive),
  planned: ['PLANNED'],
  inProgress: ['IN_PROGRESS'],
  paused: ['PAUSED'],
  failing: ['FAILING'],
  failed: ['FAILED'],
  inactive: releaseStatuses.filter(isOver),
  completed: ['COMPLETED'],
  aborted: ['ABORTED'],
};

/** Absent thresholds are the global ones (states.md, Risk). */
function riskOf(value: unknown): RiskFilter | null {
  const { data } = riskFilter.safeParse(value);
  if (!data) return null;
  return {
    status: data.riskStatus,
    attentionNeededFrom: data.attentionNeededFrom ?? null,
    atRiskFrom: data.atRiskFrom ?? null,
  };
}

/** The filter as the database understands it; `parentId` is the last segment of a folder's id. */
export function filterOf(body: FilterBody, caller: Person, parentId: string | null): ReleaseFilter {
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

/** The order of a search: by start by default, and the highest risk first. */
export function orderOf({ orderBy = 'start_date', orderDirection }: FilterBody): ReleaseOrder {
  return { by: orderBy, direction: orderDirection ?? (orderBy === 'risk' ? 'DESC' : 'ASC') };
}
