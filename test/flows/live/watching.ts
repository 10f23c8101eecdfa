import { afterEach } from 'vitest';
import { type Events, watch } from '../../harness/rest/events.ts';
import { basic, type Rest } from '../../harness/rest/rest.ts';
import type { Folder, Release } from '../../harness/rest/shapes.ts';

/** Opens streams that end with the test. */
export function watchingAs(url: () => string) {
  const open: Events[] = [];
  afterEach(async () => {
    for (const events of open) events.leave();
    await Promise.all(open.splice(0).map(({ ended }) => ended));
  });
  return async (query: string, username = 'admin', headers = {}): Promise<Events> => {
    const events = await watch(url(), query, { ...basic(username, 'admin'), ...headers });
    open.push(events);
    return events;
  };
}

/** Folders, and releases that are started in them. */
export function foldersOf(rest: Rest) {
  let folders = 0;
  return {
    folder: (): Promise<Folder> => {
      folders += 1;
      return rest.post<Folder>('/folders/Applications', { title: `Folder ${folders}` });
    },
    startedIn: async ({ id }: Folder, tasks: readonly Readonly<Record<string, unknown>>[]): Promise<Release> => {
      const plan = { title: 'Plan', phases: [{ title: 'Build', tasks }] };
      const template = await rest.post<Release>(`/templates?folderId=${id}`, plan);
      const release = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Plan' });
      return await rest.post<Release>(`/releases/${release.id}/start`);
    },
  };
}
