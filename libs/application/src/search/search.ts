import { type FilterBody, riskFilter } from '@slipway/api-schema/search';
import { rootFolderId } from '@slipway/domain/ids';
import { isActive, isOver, type ReleaseStatus, releaseStatuses } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import {
  countReleases,
  findReleasesByTitle,
  listTemplates,
  type Page,
  type ReleaseFilter,
  type ReleaseOrder,
  type RiskFilter,
  type SearchScope,
  searchReleases,
} from '@slipway/persistence/search';
import { getFolder } from '../folders/find.ts';
import type { ReadContext } from '../model/context.ts';

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

/** Returns the risk of a filter, or null. A null threshold means the global one (states.md, Risk). */
function riskOf(value: unknown): RiskFilter | null {
  const { data } = riskFilter.safeParse(value);
  if (!data) return null;
  return {
    status: data.riskStatus,
    attentionNeededFrom: data.attentionNeededFrom ?? null,
    atRiskFrom: data.atRiskFrom ?? null,
  };
}

/** Converts a filter to the form of the database query. `parentId` is the last segment of a folder id. */
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
    owner: body.onlyMine ? caller.username : body.owner?.trim() || null,
    risk: riskOf(body.riskStatusWithThresholds),
  };
}

/** Returns the order of a search. The default is by start. The order by risk is descending. */
export function orderOf({ orderBy = 'start_date', orderDirection }: FilterBody): ReleaseOrder {
  return { by: orderBy, direction: orderDirection ?? (orderBy === 'risk' ? 'DESC' : 'ASC') };
}

type SearchContext = Pick<ReadContext, 'database'>;

/** The visibility of releases in lists. */
export const visibilityOf = (caller: Person): SearchScope['visibility'] => caller.visibility(neededToRead.releases);

const searchScope = (caller: Person, archived: boolean): SearchScope => ({
  archived,
  visibility: visibilityOf(caller),
});

/** An invisible folder is treated as unknown, so that a filter does not reveal it. */
const folderPermission = (caller: Person) => ({ caller, anyOf: [neededToRead.folder] }) as const;

/** Converts a filter to the form of the database query. Throws NotFound for an unknown folder. */
export async function resolveFilter(
  { database }: SearchContext,
  caller: Person,
  body: FilterBody,
): Promise<ReleaseFilter> {
  const { parentId } = body;
  const isNamed = parentId && parentId !== rootFolderId;
  const parent = isNamed ? await getFolder(database, parentId, folderPermission(caller)) : null;
  return filterOf(body, caller, parent?.id ?? null);
}

/** A search for live or for archived releases, and the requested page. */
export interface Search {
  readonly caller: Person;
  readonly body: FilterBody;
  readonly archived: boolean;
  readonly page: Page;
}

/**
 * Returns one page of the matching visible releases, as last segments of ids. Throws NotFound for an unknown folder.
 */
export async function findReleaseIds(
  context: SearchContext,
  { caller, body, archived, page }: Search,
): Promise<readonly string[]> {
  const filter = await resolveFilter(context, caller, body);
  return await searchReleases(context.database, filter, searchScope(caller, archived), orderOf(body), page);
}

type Counts = ReadonlyMap<ReleaseStatus, number>;

/**
 * Returns the numbers of visible matching releases, live and archived, by status. Throws NotFound for an unknown
 * folder.
 */
export async function countByStatus(
  context: SearchContext,
  caller: Person,
  body: FilterBody,
): Promise<{ readonly live: Counts; readonly archived: Counts }> {
  const filter = await resolveFilter(context, caller, body);
  const none: Counts = new Map();
  const [live, archived] = await Promise.all([
    body.onlyArchived ? none : countReleases(context.database, filter, searchScope(caller, false)),
    countReleases(context.database, filter, searchScope(caller, true)),
  ]);
  return { live, archived };
}

/** Returns the visible live releases with exactly this title, as last segments of ids. */
export const findReleaseIdsByTitle = (
  { database }: SearchContext,
  caller: Person,
  title: string,
): Promise<readonly string[]> => findReleasesByTitle(database, title, caller.visibility(neededToRead.releasesByTitle));

interface TemplateSearch {
  /** a part of the title */
  readonly title?: string | undefined;
  /** tags that a template must have */
  readonly tags?: readonly string[] | undefined;
  /** the id of the folder that directly contains them; null: all folders */
  readonly folderId?: string | null;
}

/**
 * Returns one page of the matching visible templates by title, as last segments of ids. Throws NotFound for an unknown
 * folder.
 */
export async function findTemplateIds(
  { database }: SearchContext,
  caller: Person,
  { title, tags, folderId = null }: TemplateSearch,
  page: Page,
): Promise<readonly string[]> {
  const folder = folderId === null ? null : await getFolder(database, folderId, folderPermission(caller));
  return await listTemplates(
    database,
    { title, tags, folderId: folder?.id ?? null },
    caller.visibility(neededToRead.templates),
    page,
  );
}
