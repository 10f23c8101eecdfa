import { beforeAll, describe, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { createRelease, createTemplate, fetchFormattedRelease, idOf, tasksOf } from '../../harness/rest/plans.ts';
import type { Release, Task } from '../../harness/rest/response-types.ts';
import type { RestClient } from '../../harness/rest/rest-client.ts';

const product = serve();
const { rest } = product;
const people = peopleOf(product);
const permissions = ['release#view', 'release#task_transition', 'release#edit', 'release#edit_task', 'release#start'];
let folder: { readonly id: string };
let ann: RestClient;
let bob: RestClient;
let eve: RestClient;
beforeAll(async () => {
  folder = await rest.post('/folders/Applications', { title: 'Shop' });
  ann = await people.createUser('ann');
  bob = await people.createUser('bob');
  eve = await people.createUser('eve');
  await people.createTeam(folder, permissions, { users: ['ann', 'Bob'] }, 'QA');
  await people.createTeam(folder, permissions, { users: ['eve'] }, 'Developers');
  await people.createTeam(folder, [], { users: ['admin'] }, 'Admins');
  await people.createRole('Security', [], ['bob']);
});

interface ApprovalVerdict {
  readonly verdict: string;
  readonly username: string;
  readonly comment?: string;
  readonly version: string;
}
interface Gate extends Task {
  readonly approvalRequirements?: readonly object[];
  readonly approvalVerdicts?: readonly ApprovalVerdict[];
  readonly approvalVersion?: string;
}
const gate = (...approvalRequirements: readonly object[]) => ({
  title: 'go',
  type: 'rel.GateTask',
  approvalRequirements,
});
const planned = (order: ReturnType<typeof gate>) =>
  createRelease(rest, { Ship: [order, 'deploy'] }, {}, { folderId: folder.id });
async function running(...requirements: readonly object[]): Promise<{ release: Release; path: string }> {
  const release = await planned(gate(...requirements));
  await rest.post(`/releases/${release.id}/start`);
  return { release, path: `/tasks/${idOf(release, 'go')}` };
}
const twoFromQa = { count: 2, team: 'QA' };
const oneFromQa = { team: 'QA' };

test('a gate opens with the second approval, and lists the approvers, the times and the approved versions', async () => {
  const { release, path } = await running(twoFromQa);
  expect(await rest.sendForError('POST', `${path}/complete`)).toBe(
    `409 cannot complete gate 'go' (${lastSegmentOf(path)}): missing approvals: 2 of 2 from team 'QA'`,
  );
  const first = await ann.post<Gate>(`${path}/approve`, { comment: 'tests are green' });
  expect(first).toMatchObject({
    status: 'IN_PROGRESS',
    approvalRequirements: [{ count: 2, team: 'QA', fourEyes: true, aheadOfTime: false, wholeRelease: false }],
    approvalVersion: '1.1',
  });
  expect(first.approvalVerdicts).toEqual([
    {
      verdict: 'APPROVED',
      username: 'ann',
      date: expect.stringMatching(/^20.*\+00:00$/),
      comment: 'tests are green',
      version: '1.1',
      aheadOfTime: false,
      teams: ['QA'],
      roles: [],
    },
  ]);
  expect(await whyOf(release)).toBe(
    "Gate 'go' is closed: missing approvals: 1 of 2 from team 'QA'; given approvals: ann of team 'QA'.",
  );
  const second = await bob.post<Gate>(`${path}/approve`, {});
  expect([second.status, second.approvalVerdicts?.map(({ username }) => username)]).toEqual([
    'COMPLETED',
    ['ann', 'bob'],
  ]);
  expect(await rest.get(path)).toEqual(second);
  expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Ship>: go+ deploy>');
  expect(await logOf(release)).toEqual(['GATE_APPROVED ann', 'GATE_APPROVED bob', 'TASK_COMPLETED SYSTEM']);
});

const lastSegmentOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
interface TaskExplanation {
  readonly sentence: string;
  readonly moving: boolean;
  readonly reasons: readonly { readonly approvals?: object }[];
}
const explain = ({ id }: Release) => rest.get<TaskExplanation>(`/releases/${id}/explain`);
const whyOf = async (release: Release) => (await explain(release)).sentence;
const logOf = async ({ id }: Release) =>
  (await rest.get<readonly { activityType: string; username: string }[]>(`/activities/${id}`))
    .filter(({ activityType }) => /^GATE_APP|^GATE_REJ|^TASK_COMPLETED/.test(activityType))
    .map(({ activityType, username }) => `${activityType} ${username}`);

describe('an approval is refused', () => {
  test('by an admin who is not an approver, and by the creator of the release', async () => {
    const { path } = await running(oneFromQa, { role: 'Security' });
    const missingRole = `cannot approve task 'go' (${lastSegmentOf(path)}): it requires team 'QA' or role 'Security'`;
    expect(await eve.sendForError('POST', `${path}/approve`, {})).toBe(`403 ${missingRole}`);
    expect(await rest.sendForError('POST', `${path}/approve`, {})).toBe(`403 ${missingRole}`);
    const own = await running({ team: 'Admins' });
    expect(await rest.sendForError('POST', `${own.path}/approve`, {})).toBe(
      `403 cannot approve task 'go' (${lastSegmentOf(own.path)}): admin has created the release, and the gate requires a second person`,
    );
    const free = await running({ team: 'Admins', fourEyes: false });
    expect((await rest.post<Gate>(`${free.path}/approve`, {})).status).toBe('COMPLETED');
  });

  test('before the flow has reached the gate, unless the gate allows it', async () => {
    const release = await planned(gate(oneFromQa));
    const path = `/tasks/${idOf(release, 'go')}`;
    expect(await ann.sendForError('POST', `${path}/approve`, {})).toBe(
      `409 cannot approve task 'go' (${lastSegmentOf(path)}) before the flow has reached it`,
    );
    const early = await planned(gate({ ...oneFromQa, aheadOfTime: true }));
    await ann.post(`/tasks/${idOf(early, 'go')}/approve`, {});
    await rest.post(`/releases/${early.id}/start`);
    expect(await fetchFormattedRelease(rest, early)).toBe('IN_PROGRESS Ship>: go+ deploy>');
  });

  test('on a template, which keeps the requirements of its gates and copies them to releases', async () => {
    const { id, ...template } = await createTemplate(rest, { Ship: [gate(oneFromQa)] });
    const [task] = tasksOf(template) as readonly Gate[];
    expect(task?.approvalVerdicts).toEqual([]);
    expect(await rest.sendForError('POST', `/tasks/${task?.id}/approve`, {})).toBe(
      `409 cannot approve a task: '${lastSegmentOf(id)}' is a template`,
    );
    const release = await rest.post<Release>(`/templates/${id}/create`, { releaseTitle: 'x' });
    expect((tasksOf(release)[0] as Gate).approvalRequirements).toEqual(task?.approvalRequirements);
  });

  test.each([
    ['neither team nor role', {}],
    ['both team and role', { team: 'QA', role: 'Security' }],
    ['zero approvals', { ...oneFromQa, count: 0 }],
  ])('a gate cannot require %s', async (_, requirement) => {
    expect(
      (await rest.send('POST', '/templates', { title: 'x', phases: [{ tasks: [gate(requirement)] }] })).status,
    ).toBe(400);
  });
});

test('a rejection shows its reason and blocks the gate until the same approver approves', async () => {
  const { release, path } = await running(oneFromQa);
  expect(await bob.sendForError('POST', `${path}/reject`, {})).toBe('400 comment: a rejection requires a reason');
  await bob.post(`${path}/reject`, { comment: 'two tests fail' });
  await ann.post(`${path}/approve`, {});
  const { sentence, moving, reasons } = await explain(release);
  expect([sentence, moving]).toEqual(["Gate 'go' is closed: bob has rejected it: two tests fail.", false]);
  expect(reasons[0]?.approvals).toMatchObject({
    requirements: [{ count: 1, team: 'QA', approvers: ['ann'], missing: 0 }],
    rejections: [{ verdict: 'REJECTED', username: 'bob', comment: 'two tests fail', version: '1.1' }],
    void: [],
  });
  expect((await bob.post<Gate>(`${path}/approve`, {})).status).toBe('COMPLETED');
  expect(await logOf(release)).toEqual([
    'GATE_REJECTED bob',
    'GATE_APPROVED ann',
    'GATE_APPROVED bob',
    'TASK_COMPLETED SYSTEM',
  ]);
});

describe('a change after an approval', () => {
  test('needs a new approval, and the approved version can be sent', async () => {
    const { release, path } = await running(twoFromQa);
    const { approvalVersion: version } = await ann.post<Gate>(`${path}/approve`, {});
    await eve.put(path, { title: 'go', type: 'rel.GateTask', description: 'now with the database, too' });
    expect(await bob.sendForError('POST', `${path}/approve`, { version })).toBe(
      `409 cannot approve version 1.1 of task 'go' (${lastSegmentOf(path)}): the current version is 2.2`,
    );
    expect(await whyOf(release)).toBe(
      "Gate 'go' is closed: missing approvals: 2 of 2 from team 'QA'; the verdict of ann does not count: the gate has changed since then.",
    );
    await bob.post(`${path}/approve`, { version: '2.2' });
    expect((await ann.post<Gate>(`${path}/approve`, { version: '2.2' })).status).toBe('COMPLETED');
  });

  test('by an approver withdraws the approval', async () => {
    const { release, path } = await running(twoFromQa);
    await ann.post(`${path}/approve`, {});
    await ann.put(`/tasks/${idOf(release, 'deploy')}`, { description: 'by hand', type: 'rel.Task' });
    expect((await bob.post<Gate>(`${path}/approve`, {})).approvalVerdicts?.map(({ verdict }) => verdict)).toEqual([
      'APPROVED',
      'WITHDRAWN',
      'APPROVED',
    ]);
    expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Ship>: go> deploy.');
  });

  test('of the release also needs a new approval if the approval covers the whole release', async () => {
    const { path, release } = await running({ ...twoFromQa, wholeRelease: true });
    await ann.post(`${path}/approve`, {});
    await eve.put(`/tasks/${idOf(release, 'deploy')}`, { description: 'by hand', type: 'rel.Task' });
    expect((await bob.post<Gate>(`${path}/approve`, {})).status).toBe('IN_PROGRESS');
    expect((await ann.post<Gate>(`${path}/approve`, {})).status).toBe('COMPLETED');
  });
});

describe('a client that does not support approvals', () => {
  test('changes no approvals, whether it sends back the fields that it read or omits them', async () => {
    const { path } = await running(twoFromQa);
    await ann.post(`${path}/approve`, {});
    const read = await rest.get<Gate>(path);
    expect(await rest.put(path, read)).toEqual(read);
    const { approvalRequirements: _, approvalVerdicts: __, approvalVersion: ___, ...old } = read;
    expect(await rest.put(path, old)).toEqual(read);
    expect(await rest.put(path, { ...old, approvalRequirements: null, approvalVerdicts: null })).toEqual(read);
  });

  test('cannot forge approvals', async () => {
    const { path } = await running(twoFromQa);
    const read = await rest.get<Gate>(path);
    const forged = ['ann', 'bob'].map((username) => ({ verdict: 'APPROVED', username, version: '1.1', teams: ['QA'] }));
    expect(await rest.put(path, { ...read, approvalVerdicts: forged, approvalVersion: '9.9' })).toEqual(read);
    const template = await createTemplate(rest, { Ship: [{ ...gate(twoFromQa), approvalVerdicts: forged }] });
    expect((tasksOf(template)[0] as Gate).approvalVerdicts).toEqual([]);
  });
});

test('a restart needs new approvals: the copied gate has none', async () => {
  const { path, release } = await running(oneFromQa);
  await ann.post(`${path}/approve`, {});
  await rest.post(`/releases/${release.id}/restart?fromPhaseId=${idOf(release, 'Ship')}&resume=true`);
  const restarted = await rest.get<Release>(`/releases/${release.id}`);
  expect(await fetchFormattedRelease(rest, release)).toBe('IN_PROGRESS Ship-: go+ deploy- | Ship (2)>: go> deploy.');
  expect(tasksOf(restarted).map((task) => (task as Gate).approvalVerdicts?.length)).toEqual([
    1,
    undefined,
    0,
    undefined,
  ]);
});

test('the explanation of a gate reports that an approving team or role no longer exists', async () => {
  const { release } = await running({ team: 'Testers' }, { role: 'SECURITY' });
  expect(await whyOf(release)).toBe(
    "Gate 'go' is closed: missing approvals: 1 of 1 from team 'Testers', 1 of 1 from role 'SECURITY'; team 'Testers' no longer exists: change the requirements of the gate.",
  );
});

test('an explanation for another user has the reason why this user cannot approve, and requires security#edit', async () => {
  const { path } = await running(oneFromQa);
  const refusedOf = async (user: string) =>
    (await rest.get<{ readonly refused: object }>(`${path}/explain?user=${user}`)).refused;
  const reason = (verb: string) => `cannot ${verb} task 'go' (${lastSegmentOf(path)}): it requires team 'QA'`;
  expect(await refusedOf('ANN')).toEqual({});
  expect(await refusedOf('eve')).toEqual({ approve: reason('approve'), reject: reason('reject') });
  expect(await ann.get(`${path}/explain?user=Ann`)).toMatchObject({ refused: {} });
  expect(await ann.sendForError('GET', `${path}/explain?user=eve`)).toMatch(/^403 .*security#edit/);
});
