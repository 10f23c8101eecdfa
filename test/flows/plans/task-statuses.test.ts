import { describe, expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { createActionRunner, idOf, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Task } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;
const act = createActionRunner(rest);
const lastSegmentOf = (id: string) => id.slice(id.lastIndexOf('/') + 1);

describe('the statuses of several tasks', () => {
  test('are returned in one response, in order, by any form of the id; unknown ids are left out', async () => {
    const release = await startRelease(rest, { Build: ['one', 'two'], Ship: ['three'] });
    const [first, second, third] = tasksOf(release).map(({ id }) => id) as [string, string, string];
    await act(release, 'complete', 'one');
    const ids = [
      third,
      lastSegmentOf(first),
      'TaskNone',
      'no id at all',
      second.replaceAll('/', '-'),
      first,
      'x'.repeat(5000),
    ];
    const shown = (id: string, status: string) => ({ id, status, releaseId: release.id, releaseStatus: 'IN_PROGRESS' });
    expect(await rest.post('/tasks/statuses', ids)).toEqual([
      shown(third, 'PLANNED'),
      shown(first, 'COMPLETED'),
      shown(second, 'IN_PROGRESS'),
      shown(first, 'COMPLETED'),
    ]);
  });

  test('include those of tasks in groups and in the archive', async () => {
    const group = { title: 'all', type: 'rel.ParallelGroup', tasks: [{ title: 'inner' }] };
    const release = await startRelease(rest, { Build: [group] });
    const path = `/tasks/${idOf(release, 'inner')}`;
    await rest.post<Task>(`${path}/complete`, {});
    await product.archive(release);
    expect(await rest.post('/tasks/statuses', [idOf(release, 'inner')])).toEqual([
      { id: idOf(release, 'inner'), status: 'COMPLETED', releaseId: release.id, releaseStatus: 'COMPLETED' },
    ]);
  });

  test('are empty for an empty list, and refused if the body is not a list of at most 500 ids', async () => {
    expect(await rest.post('/tasks/statuses', [])).toEqual([]);
    expect(await rest.post('/tasks/statuses', Array(500).fill('TaskNone'))).toEqual([]);
    expect(await rest.sendForError('POST', '/tasks/statuses', Array(501).fill('TaskNone'))).toBe(
      '400 expected at most 500 ids',
    );
    expect(await rest.sendForError('POST', '/tasks/statuses', [1])).toBe('400 0: expected the id of a task');
    expect(await rest.sendForError('POST', '/tasks/statuses', { ids: [] })).toMatch(/^400 /);
  });
});
