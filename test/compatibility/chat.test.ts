import { expect, test } from 'vitest';
import { serve } from '../harness/product/serve.ts';

/**
 * A chat application. It lists templates to start, requests the variables that are shown at the start, posts active
 * tasks, and sends the commands of its buttons. It tests whether a response has a member to check the existence of an
 * object.
 */
const { rest, url } = serve({ TYPE_PREFIX: 'family' });

interface Task {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly status: string;
  readonly owner?: string;
  readonly description?: string;
  readonly comments: readonly { readonly author?: string; readonly text: string }[];
}
interface Release {
  readonly id: string;
  readonly title: string;
  readonly status: string;
}
type Fields = Readonly<Record<string, unknown>>;

/** Returns the message about a task in the format of the application. */
const formatTask = (task: Task): string =>
  [
    'owner' in task ? `${task.status} ${task.owner}` : task.status,
    ...('description' in task ? [task.description] : []),
    ...task.comments.map((comment) => `${'author' in comment ? comment.author : ''}: ${comment.text}`),
  ].join(' | ');

const act = (task: Task, verb: string, comment: string | null) =>
  rest.post<Task>(`/tasks/${task.id}/${verb}`, { comment });
const active = (release: Release) => rest.get<Task[]>(`/releases/${release.id}/active-tasks`);

async function started(): Promise<Release> {
  const template = await rest.post<Release>('/templates', {
    title: 'Chat',
    phases: [
      {
        title: 'Build',
        tasks: [
          { title: 'Nobody has it' },
          {
            title: 'Both',
            type: 'family.ParallelGroup',
            tasks: [{ title: 'Described', description: 'Look', owner: 'admin' }, { title: 'Other' }],
          },
        ],
      },
    ],
    variables: [
      { key: 'version', type: 'family.StringVariable', requiresValue: true },
      {
        key: 'plain',
        type: 'family.StringVariable',
        value: 'x',
        requiresValue: false,
        label: 'Plain',
        description: 'A text',
      },
      { key: 'hidden', type: 'family.StringVariable', requiresValue: false, showOnReleaseStart: false },
    ],
  });
  expect((await rest.get<Release[]>('/templates')).some(({ id }) => id === template.id)).toBe(true);
  const { variables } = await rest.get<{ variables: Fields[] }>(`/templates/${template.id}`);
  const startVariables = variables.filter(({ showOnReleaseStart }) => showOnReleaseStart);
  const fields = startVariables.map((variable) => ({
    label: 'label' in variable ? variable.label : variable.key,
    hint: 'description' in variable ? variable.description : '',
    value: 'value' in variable ? variable.value : '',
    optional: !variable.requiresValue,
  }));
  expect(fields).toEqual([
    { label: 'version', hint: '', value: '', optional: false },
    { label: 'Plain', hint: 'A text', value: 'x', optional: true },
  ]);
  const order = { releaseTitle: 'Chat 1', variables: { version: '1', plain: '' }, autoStart: true };
  return await rest.post<Release>(`/templates/${template.id}/create`, order);
}

test('the application starts a release, posts its tasks, and sends the commands of its buttons', async () => {
  const release = await started();
  expect(release.status).toBe('IN_PROGRESS');
  const [first] = await active(release);
  expect(formatTask(first!)).toBe('IN_PROGRESS');
  expect(formatTask(await rest.post<Task>(`/tasks/${first!.id}/assign/admin`))).toBe('IN_PROGRESS admin');
  expect(formatTask(await act(first!, 'comment', 'I look at it'))).toBe('IN_PROGRESS admin | admin: I look at it');
  expect((await act(first!, 'fail', 'broken')).status).toBe('FAILED');
  expect(await active(release)).toEqual([]);
  expect(await rest.get(`/releases/${release.id}`)).toMatchObject({ status: 'FAILED' });
  expect((await act(first!, 'retry', null)).status).toBe('IN_PROGRESS');
  const done = await act(first!, 'complete', 'ok');
  expect(formatTask(done)).toBe('COMPLETED admin | admin: I look at it | admin: broken | admin: ok');

  const inGroup = (await active(release)).filter(
    ({ type }) => !['family.ParallelGroup', 'family.SequentialGroup'].includes(type),
  );
  expect(inGroup.map(formatTask)).toEqual(['IN_PROGRESS admin | Look', 'IN_PROGRESS']);
  expect((await act(inGroup[0]!, 'skip', 'not needed')).status).toBe('SKIPPED');
  await act(inGroup[1]!, 'complete', '');
  expect(await rest.get(`/releases/${release.id}`)).toMatchObject({ status: 'COMPLETED' });
  expect(await active(release)).toEqual([]);
  expect(await rest.get<Task>(`/tasks/${inGroup[1]!.id}`)).toMatchObject({ status: 'COMPLETED', comments: [] });
});

test('a second click on a button gets a 409 response with a line of text', async () => {
  const [first] = await active(await started());
  await act(first!, 'complete', null);
  const twice = await rest.send('POST', `/tasks/${first!.id}/complete`, { comment: null });
  expect([twice.status, twice.text]).toEqual([
    409,
    expect.stringMatching(/^cannot complete task .+ while it is COMPLETED\n$/),
  ]);
});

test('links with shortened ids lead to the objects', async () => {
  const release = await started();
  const [task] = await active(release);
  const hyphens = (id: string) => id.replace('Applications/', '').replaceAll('/', '-');
  expect(await rest.get(`/releases/${hyphens(release.id)}`)).toMatchObject({ id: release.id });
  expect(await rest.get(`/tasks/${hyphens(task!.id)}`)).toMatchObject({ id: task!.id });
});

test('the names of task types are optional for the application', async () => {
  const { authorization } = { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` };
  const { status } = await fetch(`${url()}/tasks/task-definitions`, { headers: { authorization } });
  expect(status).toBe(404);
});
