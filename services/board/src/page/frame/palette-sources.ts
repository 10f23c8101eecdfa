import type { MyTasksAnswer, ReleaseAnswer, ReleasePageAnswer } from '@slipway/wire';
import { read } from '../data/rest.ts';
import { type Folder, readFolders } from '../live/folders.ts';
import { lackingToCreate } from '../live/use-rights.ts';
import { lastOf } from '../place/ids.ts';
import { go } from '../place/router.ts';

/** What the palette offers for what was typed. */
export interface Hit {
  readonly key: string;
  readonly name: string;
  /** what it is, such as `release` */
  readonly kind: string;
  readonly run: () => void;
  /** the permission that is missing; null: none */
  readonly lacking: string | null;
}

/** How many of each kind are offered. */
const most = 6;
const count = `resultsPerPage=${most}`;

export const leading = (kind: string, name: string, to: string): Hit => ({
  key: `${kind} ${to}`,
  name,
  kind,
  run: () => go(to),
  lacking: null,
});

/** Whether a text is part of a name, in any letter case. */
export const isIn = (text: string, name: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** What is found of one kind. Throws Refused, Away. */
type Source = (text: string) => Promise<readonly Hit[]>;

const releases: Source = async (title) => {
  const found = await read<readonly ReleaseAnswer[]>(`/releases/search/overview?${count}`, { title });
  return found.map((one) => leading('release', one.title, `/releases/${lastOf(one.id)}`));
};

const archived: Source = async (title) => {
  const page = await read<ReleasePageAnswer>(`/releases/search/page?where=archive&${count}`, { title });
  return page.releases.map((one) => leading('archived release', one.title, `/releases/${lastOf(one.id)}?archive=yes`));
};

const tasks: Source = async (text) => {
  const query = new URLSearchParams({ text: text.slice(0, 200) });
  const found = await read<MyTasksAnswer>(`/me/tasks?${count}&${query}`);
  return found.tasks.map(({ id, title, release }) =>
    leading(`task of ${release.title}`, title, `/releases/${lastOf(release.id)}?task=${lastOf(id)}`),
  );
};

/** The link to a new release, with the missing permission if any. */
function creating(template: ReleaseAnswer): Hit {
  const to = leading('action', `Create a release from ${template.title}`, `/templates/${lastOf(template.id)}/create`);
  return { ...to, lacking: lackingToCreate(template) };
}

const templates: Source = async (title) => {
  const query = new URLSearchParams({ title });
  const found = await read<readonly ReleaseAnswer[]>(`/templates?${count}&view=summary&${query}`);
  return [
    ...found.map((one) => leading('template', one.title, `/templates/${lastOf(one.id)}`)),
    ...found.map(creating),
  ];
};

/** Folders, which are read once and then looked through. */
function foldersOnce(): Source {
  let all: Promise<readonly Folder[]> | null = null;
  return async (text) => {
    all ??= readFolders();
    try {
      const found = (await all).filter(({ name }) => isIn(text, name)).slice(0, most);
      return found.map(({ id, name }) => leading('folder', name, `/folders/${lastOf(id)}`));
    } catch (error) {
      all = null;
      throw error;
    }
  };
}

/** The sources of the palette beyond local ones, in order. */
export const sources = (): readonly Source[] => [releases, tasks, templates, foldersOnce(), archived];
