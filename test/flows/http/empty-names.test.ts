import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createTemplate } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

// Clients in languages without absent strings send empty strings for names and ids that are not set
const { rest } = serve();

interface ObjectWithId {
  readonly id: string;
  readonly folderId?: string;
  readonly timeZone?: string;
  readonly type: string;
}

describe('an empty string is handled as an absent value', () => {
  test('for the type, the time zone and the folders of a trigger', async () => {
    const template = await createTemplate(rest, {});
    const unset = { type: '', timeZone: '', catchUp: '', pollType: '', folderId: '', releaseFolder: '' };
    const sent = { title: 'Nightly', template: template.id, periodicity: 3600, enabled: false };
    const created = await rest.post<ObjectWithId>('/triggers', { ...unset, ...sent });
    expect(created).toMatchObject({ type: 'time.Schedule', timeZone: 'UTC', folderId: 'Applications' });
    const moved = await rest.put<ObjectWithId>(`/triggers/${created.id}`, { ...created, timeZone: 'Europe/Berlin' });
    expect(await rest.put(`/triggers/${created.id}`, unset)).toEqual(moved);
  });

  test('for the type of tasks and variables', async () => {
    const variables = [{ type: '', key: 'v', value: 'x' }];
    const plan = { title: 'Plain', variables, phases: [{ tasks: [{ type: '', title: 'work' }] }] };
    const created = await rest.post<Release>('/templates', plan);
    expect([created.variables[0]?.type, created.phases[0]?.tasks[0]?.type]).toEqual(['rel.StringVariable', 'rel.Task']);
  });

  test('for the folder of a configuration, and in a search', async () => {
    const server = { type: 'configuration.HttpConnection', title: 'CI', url: 'http://ci', folderId: '' };
    const created = await rest.post<ObjectWithId>('/config', server);
    expect(created.folderId).toBe(undefined);
    const matches = await rest.get<ObjectWithId[]>(
      '/config/byTypeAndTitle?configurationType=&title=CI&folderId=&folderOnly=',
    );
    expect(matches).toEqual([created]);
  });

  test('but a blank or unknown name is refused', async () => {
    const { id } = await createTemplate(rest, {});
    const sent = { title: 'Nightly', template: id, periodicity: 3600 };
    expect(await rest.sendForError('POST', '/triggers', { ...sent, type: ' ' })).toBe(
      "400 type: there is no trigger type ' '",
    );
    expect(await rest.sendForError('POST', '/triggers', { ...sent, folderId: 'x' })).toBe("404 there is no folder 'x'");
  });
});

test('a date in a query may have an unescaped plus in its offset', async () => {
  const days = { startDate: '2041-01-01T00:00:00Z', endDate: '2041-01-02T00:00:00Z' };
  const { id } = await rest.post<ObjectWithId>('/calendar/blackouts', { label: 'late', ...days });
  const from = (date: string) => rest.get<ObjectWithId[]>(`/calendar/blackouts?from=${date}`);
  expect((await from('2041-01-02T01:59:59+02:00')).map((item) => item.id)).toEqual([id]);
  expect(await from('2041-01-02T02:00:01+0200')).toEqual([]);
  expect(await rest.sendForError('GET', '/calendar/blackouts?from=2041-01-02+02:00')).toMatch(
    /^400 from: expected a date/,
  );
});
