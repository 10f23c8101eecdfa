import { expect, test } from 'vitest';
import { serve } from '../../harness/product/serve.ts';
import { noScriptRunnerEnv } from '../../harness/product/service-process.ts';
import { createActionRunner, createTemplate, idOf, tasksOf } from '../../harness/rest/plans.ts';
import type { Activity, Release, Task } from '../../harness/rest/response-types.ts';
import { isLong } from '../../harness/test-length.ts';

/** The response of a full search. */
interface FullSearch {
  readonly live: { readonly page: number; readonly size: number; readonly releases: readonly Release[] };
  readonly archived: object;
}

const { rest } = serve(noScriptRunnerEnv);
const act = createActionRunner(rest);

test('a release of 2,000 tasks is created, started, completed and read back', async () => {
  const description = 'What there is to do, and why. '.repeat(10);
  const tasks = (phase: number) =>
    Array.from({ length: 100 }, (_, index) => ({
      title: `task ${phase}.${index}`,
      description,
      tags: [`tag${index}`],
    }));
  const plan = Object.fromEntries(Array.from({ length: 20 }, (_, phase) => [`Phase ${phase}`, tasks(phase)]));

  const template = await createTemplate(rest, plan, { title: 'Large' });
  expect(tasksOf(template)).toHaveLength(2_000);
  const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Large' });
  const release = await rest.post<Release>(`/releases/${created.id}/start`);
  expect(tasksOf(release).filter(({ status }) => status === 'IN_PROGRESS')).toHaveLength(1);

  for (let index = 0; index < 100; index += 1) await act(release, 'complete', `task 0.${index}`, 'done');
  await act(release, 'complete', 'task 19.99');
  await act(release, 'skip', 'task 10.50');
  await rest.put<Task>(`/tasks/${idOf(release, 'task 5.5')}`, { title: 'renamed', description: 'shorter' });

  const read = await rest.get<Release>(`/releases/${release.id}`);
  const expected = tasksOf(release).map(({ title, status }, index) => {
    if (index < 100) return `${title} COMPLETED`;
    if (index === 100) return `${title} IN_PROGRESS`;
    if (title === 'task 5.5') return 'renamed PLANNED';
    return `${title} ${{ 'task 19.99': 'COMPLETED_IN_ADVANCE', 'task 10.50': 'SKIPPED_IN_ADVANCE' }[title] ?? status}`;
  });
  expect(tasksOf(read).map(({ title, status }) => `${title} ${status}`)).toEqual(expected);
  expect(tasksOf(read).map(({ id }) => id)).toEqual(tasksOf(release).map(({ id }) => id));
  expect(read.phases.map(({ status }) => status)).toEqual([
    'COMPLETED',
    'IN_PROGRESS',
    ...Array.from({ length: 18 }, () => 'PLANNED'),
  ]);
  expect(tasksOf(read)[7]).toMatchObject({ description, tags: ['tag7'], comments: [{ text: 'done' }] });
  expect((await rest.get<Task[]>(`/releases/${release.id}/active-tasks`)).map(({ title }) => title)).toEqual([
    'task 1.0',
  ]);
  const log = await rest.get<Activity[]>(`/activities/${release.id}`);
  expect(log.filter(({ activityType }) => activityType === 'TASK_COMPLETED')).toHaveLength(100);

  const query = `fromPhaseId=${idOf(release, 'Phase 0')}&resume=true`;
  const restarted = await rest.post<Release>(`/releases/${release.id}/restart?${query}`);
  expect(tasksOf(restarted)).toHaveLength(2_200);
  const aborted = await rest.post<Release>(`/releases/${release.id}/abort`, {});
  expect(new Set(tasksOf(aborted).map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'SKIPPED', 'ABORTED']));
});

test('a PUT of a template of 3,000 tasks with all their fields returns it unchanged', async () => {
  const [planned, text] = [{ owner: 'ann', plannedDuration: 60, flagStatus: 'AT_RISK', flagComment: 'x' }, 'print 1'];
  const dates = { scheduledStartDate: '2040-01-01T00:00:00Z', dueDate: '2040-02-01T00:00:00Z' };
  const scripts = { precondition: 'True', failureHandler: text, abortScript: text, taskFailureHandlerEnabled: true };
  const more = { team: 'all', watchers: ['a', 'b'], tags: ['a', 'b'], taskRecoverOp: 'SKIP_TASK', phaseRecoverOp: 'x' };
  const maps = { variableMapping: { team: '${v}' }, externalVariableMapping: { a: 'b' }, configurationUri: 'c' };
  const gate = { type: 'rel.GateTask', conditions: [{ title: 'sure?' }, { title: 'really?' }] };
  const task = { ...planned, ...dates, ...scripts, ...more, ...maps, ...gate, title: 'all', description: 'd' };
  const phase = { title: 'P', tasks: Array.from({ length: 300 }, () => task) };
  const template = await createTemplate(rest, {}, { title: 'Full', phases: Array.from({ length: 10 }, () => phase) });
  expect(await rest.put(`/templates/${template.id}`, template)).toEqual(template);
});

/** One page with many tasks and one with long texts. Each is larger than a process keeps in memory at once. */
const pages = [
  { what: 'text', title: 'Text', copies: 9 },
  { what: 'tasks', title: 'Large', copies: 25 },
] as const;

// In `npm test`, render-page.test.ts covers releases that are too large together.
test.runIf(isLong).each(pages)(
  'a page with more $what than a process keeps in memory at once is returned',
  async ({ title, copies }) => {
    const description = 'x'.repeat(1_000_000);
    const tasks = Array.from({ length: 7 }, (_, nth) => ({ title: `task ${nth}`, description }));
    if (title === 'Text') await createTemplate(rest, { Build: tasks }, { title });
    const [{ id }] = await rest.get<[Release]>(`/templates?title=${title}`);
    const before = await rest.post<object[]>('/releases/search?view=summary', {});
    for (let createdItem = 0; createdItem < copies; createdItem += 1)
      await rest.post(`/templates/${id}/create`, { releaseTitle: 'Copy' });
    const { live, archived } = await rest.post<FullSearch>('/releases/fullSearch', {});
    expect([live.page, live.size, archived]).toEqual([0, before.length + copies, { page: 0, size: 0, releases: [] }]);
    const idsOf = (page: readonly Release[]) => page.map((release) => release.id);
    expect(idsOf(live.releases)).toEqual(idsOf(await rest.post<Release[]>('/releases/search?view=summary', {})));
    const [last] = live.releases.slice(-1);
    // lists show only the computed risk
    expect(last).toEqual({ ...(await rest.get<Release>(`/releases/${last?.id}`)), extensions: expect.anything() });
    expect(await rest.post<Release[]>('/releases/search?resultsPerPage=2', {})).toHaveLength(2);
  },
);
