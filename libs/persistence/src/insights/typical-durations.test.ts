import { taskKey } from '@slipway/domain/forecast';
import { afterAll, expect, test } from 'vitest';
import { openFreshDatabase } from '../testing/database.ts';
import { readTypicalDurations } from './typical-durations.ts';

const { database, close } = await openFreshDatabase();
afterAll(close);

test('the typical duration of a task is its median in the last 20 releases of the template', async () => {
  await database.query({
    text: `with r as (
        insert into insight_releases (id, ended_at, day, folder_id, template_id, title, status, tags, tasks, automated,
          failures, has_failed, restarts, max_risk)
        select 'Release' || n, now() - n * interval '1 day', current_date - n, 'FolderA',
          case when n <= 30 then 'Release_A' else 'Release_B' end, 'Run', 'COMPLETED', '{}', 1, 0, 0, false, 0, 0
        from generate_series(1, 31) n returning id, ended_at, day, template_id)
      insert into insight_tasks (release_id, task_id, ended_at, day, folder_id, template_id, phase_title, task_title,
        task_type, duration, failures)
      select id, 'Task' || title, ended_at, day, 'FolderA', template_id, 'Test', title, 'Task',
        case when title = 'skipped' then null else substr(id, 8)::int * 1000 end, 0
      from r, unnest(array['review', 'skipped']) title`,
  });
  const durations = await readTypicalDurations(database, ['Release_A', 'Release_B', 'Release_C']);
  const review = taskKey('Test', 'review', 'Task');
  expect(durations).toEqual(
    new Map([
      ['Release_A', new Map([[review, 10_500]])],
      ['Release_B', new Map([[review, 31_000]])],
    ]),
  );
  expect(await readTypicalDurations(database, [])).toEqual(new Map());
});
