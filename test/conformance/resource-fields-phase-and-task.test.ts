import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../harness/people/people.ts';
import { serve } from '../harness/product/serve.ts';
import type { Phase, Release, Task } from '../harness/rest/response-types.ts';
import { aDate, defaultsOf, type Field, idBelow, omitted, requestBodyOf, row, withoutInternals } from './matchers.ts';

// rest-api.md, section Resources and their fields: Phase, Task
const product = serve();
const { rest } = product;

const start = '2031-05-01T09:00:00.000+02:00';
const due = '2031-05-02T09:00:00.000+02:00';
const startInUtc = '2031-05-01T07:00:00.000+00:00';
const dueInUtc = '2031-05-02T07:00:00.000+00:00';

const ofEveryItem = [
  row('title', 'Bare', 'Full'),
  row('description', undefined, 'What it is for'),
  row('owner', undefined, 'amy'),
  row('scheduledStartDate', undefined, start, startInUtc),
  row('dueDate', undefined, due, dueInUtc),
  row('startDate', undefined, start, omitted),
  row('endDate', undefined, due, omitted),
  row('plannedDuration', 0, 3600),
  row('flagStatus', 'OK', 'AT_RISK'),
  row('flagComment', undefined, 'Look here'),
  row('overdueNotified', false, true, false),
];

const phaseFields = [
  row('id', idBelow('Applications/Release[0-9a-f]{32}', 'Phase')),
  row('type', 'rel.Phase', 'rel.Phase'),
  ...ofEveryItem,
  row('tasks', []),
  row('release', idBelow('Applications', 'Release'), 'Applications/Release1', idBelow('Applications', 'Release')),
  row('status', 'PLANNED', 'COMPLETED', 'PLANNED'),
  row('color', expect.stringMatching(/^#[0-9a-fA-F]{6}$/), '#08B153'),
  row('originId', undefined, 'Applications/Release1/Phase1', omitted),
];

const taskFields = [
  row('id', idBelow('Applications/Release[0-9a-f]{32}', 'Phase', 'Task')),
  row('type', 'rel.Task', 'rel.Task'),
  ...ofEveryItem,
  row('dueSoonNotified', false, true, false),
  row('comments', [], [{ text: 'no' }], []),
  row('container', idBelow('Applications/Release[0-9a-f]{32}', 'Phase')),
  row('facets', [], [{ id: null, type: 'facet.Any', scope: 'TASK' }], [{ type: 'facet.Any', scope: 'TASK' }]),
  row('attachments', []),
  row('status', 'PLANNED', 'COMPLETED', 'PLANNED'),
  row('team', undefined, 'Testers'),
  row('watchers', [], ['amy']),
  row('waitForScheduledStartDate', true, false),
  row('delayDuringBlackout', false, true),
  row('postponedDueToBlackout', false, true, false),
  row('postponedUntilEnvironmentsAreReserved', false, true, false),
  row('hasBeenFlagged', false, false, true),
  row('hasBeenDelayed', false, true, false),
  row('precondition', undefined, 'True'),
  row('failureHandler', undefined, 'pass'),
  row('taskFailureHandlerEnabled', false, true),
  row('taskRecoverOp', undefined, 'RUN_SCRIPT'),
  row('phaseRecoverOp', undefined, 'RESTART_PHASE'),
  row('failuresCount', 0, 3, 0),
  row('variableMapping', {}, { title: '${version}' }),
  row('externalVariableMapping', {}, { password: '${secret}' }),
  row('tags', [], ['one', 'two']),
  row('locked', false, true),
  row('checkAttributes', false, true),
];
const gateFields = [
  row('conditions', [], [{ title: 'Agreed', checked: true }], [expect.objectContaining({ title: 'Agreed' })]),
  row('dependencies', []),
];
/** Fields of newer objects of the family (rest-operations.md, states.md, Activation order). */
const newerTaskFields = [
  row('originalScheduledStartDate', undefined),
  row('abortScript', undefined, 'pass'),
  row('configurationUri', undefined, 'Configuration/Custom/1'),
  row('originId', undefined),
];
const task = [...taskFields, ...newerTaskFields];

type WithAnyFields<T> = T & Readonly<Record<string, unknown>>;
let phases: WithAnyFields<Phase>[];
let tasks: WithAnyFields<Task>[];
let gates: WithAnyFields<Task>[];
beforeAll(async () => {
  await peopleOf(product).createUsersWithoutLogin('amy');
  const { id } = await rest.post<Release>('/templates', { title: 'Plan' });
  const add = async <T>(path: string, ...bodies: readonly object[]) => {
    const created: WithAnyFields<T>[] = [];
    for (const body of bodies) created.push(await rest.post<WithAnyFields<T>>(path, body));
    return created;
  };
  phases = await add<Phase>(`/phases/${id}/phase`, { title: 'Bare' }, { id: null, ...requestBodyOf(phaseFields) });
  const at = `/tasks/${phases[0]!.id}/tasks`;
  tasks = await add<Task>(at, { title: 'Bare' }, { id: null, ...requestBodyOf(task) });
  const gate = { type: 'rel.GateTask' };
  gates = await add<Task>(at, { title: 'Bare', ...gate }, { ...requestBodyOf([...task, ...gateFields]), ...gate });
});

/** Tests every field of a new object, every field that a client sends, and that there are no other fields. */
function conforms(
  description: string,
  path: string,
  fields: readonly Field[],
  created: () => WithAnyFields<Phase | Task>[],
): void {
  describe(description, () => {
    test.each(fields)('new: $field', ({ field, blank }) => {
      expect(created()[0]?.[field]).toEqual(blank);
    });

    test('new: only these fields and internal ones', () => {
      expect(withoutInternals(created()[0]!)).toEqual(defaultsOf(fields));
    });

    test.each(fields.filter(({ sent }) => sent !== undefined))('sent: $field', ({ field, answered }) => {
      expect(created()[1]?.[field]).toEqual(answered);
    });

    test('GET returns the same as the create request', async () => {
      for (const { id } of created()) {
        const { tasks: _, ...fields } = await rest.get<WithAnyFields<Phase>>(`/${path}/${id}`);
        expect(created().find((candidate) => candidate.id === id)).toMatchObject(fields);
      }
    });
  });
}

conforms('a phase', 'phases', phaseFields, () => phases);
conforms('a task', 'tasks', task, () => tasks);
conforms(
  'a gate',
  'tasks',
  [...task.filter(({ field }) => field !== 'type'), row('type', 'rel.GateTask'), ...gateFields],
  () => gates,
);

test('a phase of a new template has the title New Phase and the status PLANNED', async () => {
  const template = await rest.post<Release>('/templates', { title: 'Plan' });
  expect(template.phases).toEqual([{ ...defaultsOf(phaseFields), title: 'New Phase' }]);
});

const updatable = task.filter(({ field, sent }) => sent !== undefined && !['type', 'locked'].includes(field));
test.each(updatable)('PUT of $field changes nothing else', async ({ field, sent, answered }) => {
  const created = await rest.post<WithAnyFields<Task>>(`/tasks/${phases[1]!.id}/tasks`, { title: 'Bare' });
  const updated = await rest.put<WithAnyFields<Task>>(`/tasks/${created.id}`, { id: created.id, [field]: sent });
  const flagged = { hasBeenFlagged: field === 'flagStatus' };
  expect(updated).toEqual({ ...created, [field]: answered, ...flagged });
});

test('a started task has a start date, a failed one has a failure count, and dates have an offset', async () => {
  const template = await rest.post<Release>('/templates', { title: 'Plan', phases: [{ tasks: [{ title: 'work' }] }] });
  const { id } = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle: 'Run' });
  const started = await rest.post<Release>(`/releases/${id}/start`);
  const [phase] = started.phases;
  for (const { status, startDate, endDate } of [phase!, phase!.tasks[0]!]) {
    expect({ status, startDate, endDate }).toEqual({ status: 'IN_PROGRESS', startDate: aDate });
  }
  expect(await rest.post(`/tasks/${started.phases[0]?.tasks[0]?.id}/fail`, {})).toMatchObject({
    status: 'FAILED',
    failuresCount: 1,
    endDate: aDate,
  });
});

test.each(['SKIP_TASK', 'RESTART_PHASE', 'RUN_SCRIPT'])('taskRecoverOp may be %s', async (taskRecoverOp) => {
  const body = { title: 'Recovers', taskRecoverOp };
  expect(await rest.post(`/tasks/${phases[1]!.id}/tasks`, body)).toMatchObject(body);
});
