import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { acting, idOf, startedOf, tasksOf } from '../../harness/rest/plans.ts';
import type { Task } from '../../harness/rest/shapes.ts';

const served = serve();
const { rest } = served;
const act = acting(rest);
const last = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('the states of many tasks', () => {
  test('are returned at once, in order, by any form of the id; unknown ids are left out', async () => {
    const release = await startedOf(rest, { Build: ['one', 'two'], Ship: ['three'] });
    const [one, two, three] = tasksOf(release).map(({ id }) => id) as [string, string, string];
    await act(release, 'complete', 'one');
    const ids = [three, last(one), 'TaskNone', 'no id at all', two.replaceAll('/', '-'), one, 'x'.repeat(5000)];
    const shown = (id: string, status: string) => ({ id, status, releaseId: release.id, releaseStatus: 'IN_PROGRESS' });
    expect(await rest.post('/tasks/statuses', ids)).toEqual([
      shown(three, 'PLANNED'),
      shown(one, 'COMPLETED'),
      shown(two, 'IN_PROGRESS'),
      shown(one, 'COMPLETED'),
    ]);
  });

  test('include tasks in groups and in the archive', async () => {
    const group = { title: 'all', type: 'rel.ParallelGroup', tasks: [{ title: 'inner' }] };
    const release = await startedOf(rest, { Build: [group] });
    const path = `/tasks/${idOf(release, 'inner')}`;
    await rest.post<Task>(`${path}/complete`, {});
    await served.archive(release);
    expect(await rest.post('/tasks/statuses', [idOf(release, 'inner')])).toEqual([
      { id: idOf(release, 'inner'), status: 'COMPLETED', releaseId: release.id, releaseStatus: 'COMPLETED' },
    ]);
  });

  test('are empty for an empty list, and refused if the body is no list of at most 500 ids', async () => {
    expect(await rest.post('/tasks/statuses', [])).toEqual([]);
    expect(await rest.post('/tasks/statuses', Array(500).fill('TaskNone'))).toEqual([]);
    expect(await rest.refused('POST', '/tasks/statuses', Array(501).fill('TaskNone'))).toBe(
      '400 expected at most 500 ids',
    );
    expect(await rest.refused('POST', '/tasks/statuses', [1])).toBe('400 0: expected the id of a task');
    expect(await rest.refused('POST', '/tasks/statuses', { ids: [] })).toMatch(/^400 /);
  });
});
