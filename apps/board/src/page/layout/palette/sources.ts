import type { UserResponse } from '@slipway/api-schema/people';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import type { MyTasksResponse, ReleasePageResponse } from '@slipway/api-schema/search';
import Archive from '~icons/lucide/archive';
import FilePlus2 from '~icons/lucide/file-plus-2';
import FolderIcon from '~icons/lucide/folder';
import LayoutTemplate from '~icons/lucide/layout-template';
import ListTodo from '~icons/lucide/list-todo';
import Sailboat from '~icons/lucide/sailboat';
import User from '~icons/lucide/user';
import { missingCreatePermission, missingGlobalPermission } from '../../api/permissions.ts';
import { read } from '../../api/rest.ts';
import type { IconNode } from '../../components/marks/icon.tsx';
import { type Folder, readFolders } from '../../live/folders.ts';
import { recentItems } from '../../live/recent-items.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { navigate } from '../../navigation/router.ts';
import { t } from '../../navigation/text.ts';

/** The groups of results, in their order. */
export const groups = [
  ...([t('Recent'), t('Releases'), t('Tasks'), t('Templates'), t('Folders'), t('People')] as const),
  ...([t('Actions'), t('Go to')] as const),
] as const;
type Group = (typeof groups)[number];

/** A result of the palette. */
export interface Hit {
  readonly group: Group;
  readonly icon: IconNode;
  readonly key: string;
  readonly name: string;
  /** The kind of result, such as `Release`. */
  readonly kind: string;
  /** The keyboard shortcut. */
  readonly shortcut?: string | undefined;
  readonly run: () => void;
  /** The permission that the user lacks; null if the user lacks none. */
  readonly missingPermission: string | null;
}

/** The maximum number of results of each kind. */
const maxHits = 6;
const limitQuery = `resultsPerPage=${maxHits}`;

/** The group, icon and kind of a result. */
type HitType = Pick<Hit, 'group' | 'icon' | 'kind'>;

const types = {
  release: { group: t('Releases'), icon: Sailboat, kind: t('Release') },
  archived: { group: t('Releases'), icon: Archive, kind: t('Archived release') },
  template: { group: t('Templates'), icon: LayoutTemplate, kind: t('Template') },
  folder: { group: t('Folders'), icon: FolderIcon, kind: t('Folder') },
  person: { group: t('People'), icon: User, kind: t('User') },
} as const satisfies Record<string, HitType>;

/** Returns a result that opens a path. */
export const linkHit = (type: HitType, name: string, to: string): Hit => ({
  ...type,
  key: `${type.group} ${type.kind} ${to}`,
  name,
  run: () => navigate(to),
  missingPermission: null,
});

/** Returns the results for the objects that the user opened last. */
export const recentHits = (): readonly Hit[] =>
  recentItems.value.map(({ kind, title, path }) => linkHit({ ...types[kind], group: t('Recent') }, title, path));

/** Whether a name contains a text. Ignores case. */
export const containsText = (text: string, name: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** Finds the objects of one kind that match a text. Throws ApiError, OfflineError. */
type Source = (text: string) => Promise<readonly Hit[]>;

const releases: Source = async (title) => {
  const results = await read<readonly ReleaseResponse[]>(`/releases/search/overview?${limitQuery}`, { title });
  return results.map((release) => linkHit(types.release, release.title, `/releases/${lastSegment(release.id)}`));
};

const archivedReleases: Source = async (title) => {
  const page = await read<ReleasePageResponse>(`/releases/search/page?where=archive&${limitQuery}`, { title });
  return page.releases.map((release) =>
    linkHit(types.archived, release.title, `/releases/${lastSegment(release.id)}?archive=yes`),
  );
};

const tasks: Source = async (text) => {
  const query = new URLSearchParams({ text: text.slice(0, 200) });
  const results = await read<MyTasksResponse>(`/me/tasks?${limitQuery}&${query}`);
  return results.tasks.map(({ id, title, release }) =>
    linkHit(
      { group: t('Tasks'), icon: ListTodo, kind: t`Task of ${release.title}` },
      title,
      `/releases/${lastSegment(release.id)}?task=${lastSegment(id)}`,
    ),
  );
};

/** Returns a result that opens the form of a new release, with the permission that the user lacks. */
function createReleaseHit(template: ReleaseResponse): Hit {
  const type = { group: t('Actions'), icon: FilePlus2, kind: t('Action') } as const;
  const to = linkHit(type, t`New release from ${template.title}`, `/templates/${lastSegment(template.id)}/create`);
  return { ...to, missingPermission: missingCreatePermission(template) };
}

const templates: Source = async (title) => {
  const query = new URLSearchParams({ title });
  const results = await read<readonly ReleaseResponse[]>(`/templates?${limitQuery}&view=summary&${query}`);
  return [
    ...results.map((release) => linkHit(types.template, release.title, `/templates/${lastSegment(release.id)}`)),
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
      return results.map(({ id, name }) => linkHit(types.folder, name, `/folders/${lastSegment(id)}`));
    } catch (error) {
      allFolders = null;
      throw error;
    }
  };
}

/** Finds users, if the user may list them. */
const people: Source = async (text) => {
  if (missingGlobalPermission('changeUsers') !== null) return [];
  const query = new URLSearchParams({ text: text.slice(0, 200) });
  const users = await read<readonly UserResponse[]>(`/users?${limitQuery}&${query}`);
  return users.map(({ username, fullName }) => {
    const kind = fullName ? t`User ${username}` : types.person.kind;
    return linkHit(
      { ...types.person, kind },
      fullName || username,
      `/people?${new URLSearchParams({ text: username })}`,
    );
  });
};

/** The sources that send requests. */
export const sources = (): readonly Source[] => [
  ...[releases, archivedReleases, tasks, templates],
  ...[createFolderSource(), people],
];
