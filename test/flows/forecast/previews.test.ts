import { expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, gate, parallel, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';

const product = serve();
const { rest } = product;

interface ForecastItem {
  readonly id: string;
  readonly title: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly skipped: boolean;
  readonly missingVariables: readonly string[];
  readonly waitsFor: readonly { readonly targetId: string; readonly state: string; readonly endDate?: string }[];
  readonly tasks: readonly ForecastItem[];
}
interface Preview extends ForecastItem {
  readonly phases: readonly ForecastItem[];
}

const at = '2031-05-01T09:00:00.000+00:00';
const minutes = (count: number) => ({ plannedDuration: count * 60 });
const times = ({ phases }: Preview) =>
  phases.flatMap(({ tasks }) =>
    tasks.map(({ title, startDate, endDate }) => `${title} ${startDate.slice(11, 16)}-${endDate.slice(11, 16)}`),
  );

test('a planned release is forecast from its date, its durations and its constants', async () => {
  const release = await createRelease(
    rest,
    {
      Build: [
        { title: 'compile', ...minutes(10) },
        { title: 'sign', precondition: 'False', ...minutes(99) },
        parallel('check', { title: 'unit', ...minutes(5) }, { title: 'load', ...minutes(30) }),
      ],
      Ship: [{ title: 'deploy', scheduledStartDate: '2031-05-01T12:00:00+02:00', ...minutes(20) }],
    },
    {},
    { scheduledStartDate: at },
  );
  const preview = await rest.get<Preview>(`/releases/${release.id}/preview`);
  expect([preview.id, preview.startDate, preview.endDate]).toEqual([release.id, at, '2031-05-01T10:20:00.000+00:00']);
  expect(times(preview)).toEqual([
    'compile 09:00-09:10',
    'sign 09:10-09:10',
    'check 09:10-09:40',
    'deploy 10:00-10:20',
  ]);
  expect(preview.phases[0]?.tasks[1]?.skipped).toBe(true);
  expect(preview.phases[0]?.tasks[2]?.tasks.map(({ id }) => id)).toEqual(
    tasksOf(release)
      .filter(({ title }) => ['unit', 'load'].includes(title))
      .map(({ id }) => id),
  );
});

test('a gate lists its targets in another release with their due dates', async () => {
  const upstream = await startRelease(rest, { Work: ['work'] });
  const dueDate = '2031-05-02T00:00:00.000+00:00';
  await rest.put(`/releases/${upstream.id}`, { ...(await rest.get<Release>(`/releases/${upstream.id}`)), dueDate });
  const release = await startRelease(rest, { Ship: [gate('wait')] });
  const [task] = tasksOf(release);
  await rest.post(`/tasks/${task?.id}/dependencies/${upstream.id}`);
  const preview = await rest.get<Preview>(`/releases/${release.id}/preview`);
  expect(preview.phases[0]?.tasks[0]?.waitsFor).toEqual([{ targetId: upstream.id, state: 'open', endDate: dueDate }]);
  expect(preview.endDate).toBe(dueDate);
});

test('a template is forecast with the values of a create request, and no release is created', async () => {
  const variables = [{ key: 'version', type: 'rel.StringVariable', requiresValue: true, value: null }];
  const template = await createTemplate(
    rest,
    { Build: [{ title: 'build ${version}', ...minutes(15) }] },
    { variables },
  );
  const foresee = (values: object) =>
    rest.post<Preview>(`/templates/${template.id}/preview`, {
      releaseTitle: 'Next',
      scheduledStartDate: at,
      variables: values,
    });
  expect((await foresee({})).missingVariables).toEqual(['version']);
  const preview = await foresee({ version: '2.0' });
  expect([preview.title, preview.missingVariables, times(preview)]).toEqual([
    'Next',
    [],
    ['build ${version} 09:00-09:15'],
  ]);
  expect(await rest.post('/releases/search', { title: 'Next' })).toEqual([]);
});

test('a restart is forecast without a restart, and refused with the same errors', async () => {
  const release = await startRelease(rest, { Build: ['compile', 'test'], Ship: ['deploy'] });
  const [build, ship] = release.phases;
  await rest.post(`/tasks/${build?.tasks[0]?.id}/complete`);
  const path = `/releases/${release.id}/restart-preview`;
  expect(await rest.get(`${path}?fromPhaseId=${build?.id}&fromTaskId=${build?.tasks[1]?.id}`)).toEqual({
    closes: [{ id: build?.id, title: 'Build' }],
    skips: [{ id: build?.tasks[1]?.id, title: 'test' }],
    copies: [
      {
        source: { id: build?.id, title: 'Build' },
        title: 'Build (2)',
        tasks: 2,
        skipsInAdvance: [{ id: build?.tasks[0]?.id, title: 'compile' }],
      },
    ],
    differences: [],
  });
  expect(await rest.sendForError('GET', `${path}?fromPhaseId=${ship?.id}`)).toBe(
    "409 cannot restart from phase 'Ship': the release has not reached it",
  );
  expect((await rest.get<Release>(`/releases/${release.id}`)).phases).toHaveLength(2);
});

test('edits between ORIGINAL and LATEST are listed by field', async () => {
  const release = await startRelease(rest, { Build: [{ title: 'compile', description: 'old words' }] });
  const restarted = await rest.post<Release>(`/releases/${release.id}/restart?fromPhaseId=${release.phases[0]?.id}`);
  const copy = restarted.phases[1]?.tasks[0];
  await peopleOf(product).createUsersWithoutLogin('amy');
  await rest.put(`/tasks/${copy?.id}`, { ...copy, description: 'new words', owner: 'amy' });
  const { differences } = await rest.get<{ differences: unknown }>(
    `/releases/${release.id}/restart-preview?fromPhaseId=${restarted.phases[1]?.id}`,
  );
  expect(differences).toEqual([
    {
      original: { id: release.phases[0]?.id, title: 'Build' },
      latest: { id: restarted.phases[1]?.id, title: 'Build (2)' },
      fields: [{ field: 'title', original: 'Build', latest: 'Build (2)' }],
      tasks: [
        {
          original: { id: release.phases[0]?.tasks[0]?.id, title: 'compile' },
          latest: { id: copy?.id, title: 'compile' },
          fields: [
            { field: 'owner', latest: 'amy' },
            { field: 'description', original: 'old words', latest: 'new words' },
          ],
        },
      ],
    },
  ]);
});
