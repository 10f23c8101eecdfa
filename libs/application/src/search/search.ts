import type { FilterBody } from '@slipway/api-schema/search';
import { rootFolderId } from '@slipway/domain/ids';
import type { ReleaseStatus } from '@slipway/domain/model';
import { neededToRead } from '@slipway/domain/people';
import type { Person } from '@slipway/engine';
import {
  countReleases,
  findReleasesByTitle,
  listTemplates,
  type Page,
  type ReleaseFilter,
  type SearchScope,
  searchReleases,
} from '@slipway/persistence/search';
import { getFolder } from '../folders/find.ts';
import type { ReadContext } from '../model/context.ts';
import { filterOf, orderOf } from './filter.ts';

type SearchContext = Pick<ReadContext, 'database'>;

/** The visibility of releases in lists. */
export const visibilityOf = (caller: Person): SearchScope['visibility'] => caller.visibility(neededToRead.releases);

const searchScope = (caller: Person, archived: boolean): SearchScope => ({
  archived,
  visibility: visibilityOf(caller),
});

/** An invisible folder counts as unknown, so that a filter does not reveal it. */
const folderPermission = (caller: Person) => ({ caller, anyOf: [neededToRead.folder] }) as const;

/** The filter as the database understands it. Throws NotFound (no such folder). */
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

/** Which releases are wanted, live or archived. */
export interface Search {
  readonly caller: Person;
  readonly body: FilterBody;
  readonly archived: boolean;
  readonly page: Page;
}

/** The last segments of the releases that match and that the caller may see, one page of them. Throws NotFound (no such folder). */
export async function findReleaseIds(
  context: SearchContext,
  { caller, body, archived, page }: Search,
): Promise<readonly string[]> {
  const filter = await resolveFilter(context, caller, body);
  return await searchReleases(context.database, filter, searchScope(caller, archived), orderOf(body), page);
}

type Counts = ReadonlyMap<ReleaseStatus, number>;

/** How many live and how many archived releases match and may be seen by the caller, by status. Throws NotFound (no such folder). */
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

/** The last segments of the live releases with exactly this title. */
export const findReleaseIdsByTitle = (
  { database }: SearchContext,
  caller: Person,
  title: string,
): Promise<readonly string[]> => findReleasesByTitle(database, title, caller.visibility(neededToRead.releasesByTitle));

interface TemplateSearch {
  /** part of the title */
  readonly title?: string | undefined;
  /** all of these */
  readonly tags?: readonly string[] | undefined;
  /** the id of the folder that they are directly in; none: any */
  readonly folderId?: string | null;
}

/** The last segments of the templates that the caller may see by title, one page of them. Throws NotFound (no such folder). */
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
