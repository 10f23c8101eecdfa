import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { templateOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/shapes.ts';

// Clients whose languages have no absent texts send empty ones for the names and ids that they have not set
const { rest } = serve();

interface Named {
  readonly id: string;
  readonly folderId?: string;
  readonly timeZone?: string;
  readonly type: string;
}

describe('an empty name is refused', () => {
  test('of a type, a time zone and a folder of a trigger', async () => {
    const template = await templateOf(rest, {});
    const unset = { type: '', timeZone: '', catchUp: '', pollType: '', folderId: '', releaseFolder: '' };
    const sent = { title: 'Nightly', template: template.id, periodicity: 3600, enabled: false };
    const made = await rest.post<Named>('/triggers', { ...unset, ...sent });
    expect(made).toMatchObject({ type: 'time.Schedule', timeZone: 'UTC', folderId: 'Applications' });
    const moved = await rest.put<Named>(`/triggers/${made.id}`, { ...made, timeZone: 'Europe/Berlin' });
    expect(await rest.put(`/triggers/${made.id}`, unset)).toEqual(moved);
  });

  test('of a type of tasks and variables', async () => {
    const variables = [{ type: '', key: 'v', value: 'x' }];
    const plan = { title: 'Plain', variables, phases: [{ tasks: [{ type: '', title: 'work' }] }] };
    const made = await rest.post<Release>('/templates', plan);
    expect([made.variables[0]?.type, made.phases[0]?.tasks[0]?.type]).toEqual(['rel.StringVariable', 'rel.Task']);
  });

  test('of a folder of a configuration, and in a search', async () => {
    const server = { type: 'configuration.HttpConnection', title: 'CI', url: 'http://ci', folderId: '' };
    const made = await rest.post<Named>('/config', server);
    expect(made.folderId).toBe(undefined);
    const found = await rest.get<Named[]>('/config/byTypeAndTitle?configurationType=&title=CI&folderId=&folderOnly=');
    expect(found).toEqual([made]);
  });

  test('a name that is required must not be empty', async () => {
    const { id } = await templateOf(rest, {});
    const sent = { title: 'Nightly', template: id, periodicity: 3600 };
    expect(await rest.refused('POST', '/triggers', { ...sent, type: ' ' })).toBe(
      "400 type: there is no trigger type ' '",
    );
    expect(await rest.refused('POST', '/triggers', { ...sent, folderId: 'x' })).toBe("404 there is no folder 'x'");
  });
});

test('a date in an address has its offset also where the plus is not escaped', async () => {
  const days = { startDate: '2041-01-01T00:00:00Z', endDate: '2041-01-02T00:00:00Z' };
  const { id } = await rest.post<Named>('/calendar/blackouts', { label: 'late', ...days });
  const from = (date: string) => rest.get<Named[]>(`/calendar/blackouts?from=${date}`);
  expect((await from('2041-01-02T01:59:59+02:00')).map((each) => each.id)).toEqual([id]);
  expect(await from('2041-01-02T02:00:01+0200')).toEqual([]);
  expect(await rest.refused('GET', '/calendar/blackouts?from=2041-01-02+02:00')).toMatch(/^400 from: expected a date/);
});
