import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { MyTasksResponse, ReleasePageResponse } from '@slipway/api-schema/search';
import { missingCreatePermission } from '../api/permissions.ts';
import { read } from '../api/rest.ts';
import { type Folder, readFolders } from '../live/folders.ts';
import { lastSegment } from '../navigation/ids.ts';
import { navigate } from '../navigation/router.ts';

/** A result of the palette. */
export interface Hit {
  readonly key: string;
  readonly name: string;
  /** The kind of result, such as `release`. */
  readonly kind: string;
  readonly run: () => void;
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission: string | null;
}

/** The maximum number of results of each kind. */
const maxHits = 6;
const limitQuery = `resultsPerPage=${maxHits}`;

export const linkHit = (kind: string, name: string, to: string): Hit => ({
  key: `${kind} ${to}`,
  name,
  kind,
  run: () => navigate(to),
  missingPermission: null,
});

/** Whether a name contains a text. Ignores case. */
export const containsText = (text: string, name: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** Finds the objects of one kind that match a text. Throws ApiError, OfflineError. */
type Source = (text: string) => Promise<readonly Hit[]>;

const releases: Source = async (title) => {
  const results = await read<readonly ReleaseResponse[]>(`/releases/search/overview?${limitQuery}`, { title });
  return results.map((release) => linkHit('Release', release.title, `/releases/${lastSegment(release.id)}`));
};

const archivedReleases: Source = async (title) => {
  const page = await read<ReleasePageResponse>(`/releases/search/page?where=archive&${limitQuery}`, { title });
  return page.releases.map((release) =>
    linkHit('Archived release', release.title, `/releases/${lastSegment(release.id)}?archive=yes`),
  );
};

const tasks: Source = async (text) => {
  const query = new URLSearchParams({ text: text.slice(0, 200) });
  const results = await read<MyTasksResponse>(`/me/tasks?${limitQuery}&${query}`);
  return results.tasks.map(({ id, title, release }) =>
    linkHit(`Task of ${release.title}`, title, `/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`),
  );
};

/** Returns a result that opens the form of a new release, with the permission that the user lacks. */
function createReleaseHit(template: ReleaseResponse): Hit {
  const to = linkHit('Action', `New release from ${template.title}`, `/templates/${lastSegment(template.id)}/create`);
  return { ...to, missingPermission: missingCreatePermission(template) };
}

const templates: Source = async (title) => {
  const query = new URLSearchParams({ title });
  const results = await read<readonly ReleaseResponse[]>(`/templates?${limitQuery}&view=summary&${query}`);
  return [
    ...results.map((release) => linkHit('Template', release.title, `/templates/${lastSegment(release.id)}`)),
    ...results.map(createReleaseHit),
  ];
};

/** Finds folders by name. The folders are loaded once. */
function createFolderSource(): Source {
  let allFolders: Promise<readonly Folder[]> | null = null;
  return async (text) => {
    allFolders ??= readFolders();
    try {
      const results = (await allFolders).filter(({ name }) => containsText(text, name)).slice(0, maxHits);
      return results.map(({ id, name }) => linkHit('Folder', name, `/folders/${lastSegment(id)}`));
    } catch (error) {
      allFolders = null;
      throw error;
    }
  };
}

/** The sources that send requests, in the order of their results. */
export const sources = (): readonly Source[] => [releases, tasks, templates, createFolderSource(), archivedReleases];
