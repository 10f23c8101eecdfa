import { afterEach } from 'vitest';
import { type EventStream, openEventStream } from '../../harness/rest/event-stream.ts';
import type { Folder, Release } from '../../harness/rest/response-types.ts';
import { basicAuth, type RestClient } from '../../harness/rest/rest-client.ts';

/** Returns a function that opens streams, which close at the end of the test. */
export function createStreamOpener(url: () => string) {
  const openStreams: EventStream[] = [];
  afterEach(async () => {
    for (const events of openStreams) events.close();
    await Promise.all(openStreams.splice(0).map(({ ended }) => ended));
  });
  return async (query: string, username = 'admin', headers = {}): Promise<EventStream> => {
    const events = await openEventStream(url(), query, { ...basicAuth(username, 'admin'), ...headers });
    openStreams.push(events);
    return events;
  };
}

/** Returns functions that create folders and start releases in them. */
export function createFolderHelpers(rest: RestClient) {
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
