import { routes } from '@slipway/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContractClient } from '../../harness/contract/contract-client.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Phase, Release, Task, Variable } from '../../harness/rest/response-types.ts';
import { walkApprovals } from './walk-approvals.ts';
import { walkAsCode } from './walk-as-code.ts';
import { walkAttachments } from './walk-attachments.ts';
import { walkCalendar } from './walk-calendar.ts';
import { walkConfigurations } from './walk-configurations.ts';
import { walkFiles } from './walk-files.ts';
import { walkFolders } from './walk-folders.ts';
import { walkInsights } from './walk-insights.ts';
import { walkLive } from './walk-live.ts';
import { walkMail, walkNotifications } from './walk-notifications.ts';
import { walkPeople } from './walk-people.ts';
import { walkPlugins } from './walk-plugins.ts';
import { walkReceivers } from './walk-receivers.ts';
import { walkRisks } from './walk-risks.ts';
import { walkTriggers } from './walk-triggers.ts';
import { walkVariables } from './walk-variables.ts';

/** Calls every endpoint once, and validates each response against its schema: no member is missing or unexpected. */
const settings: Record<string, string> = {};
const product = serve(settings);
const { rest, archive, url } = product;
const { call, called, misread, types } = createContractClient(rest);

type FullRelease = Release & { readonly variables: Variable[] };
const createReleaseTask = { type: 'rel.CreateReleaseTask', newReleaseTitle: 'n' };
const every = {
  scriptUsername: 'admin',
  title: 'Every type',
  variables: [
    {
      key: 'a',
      value: 'x',
      valueProvider: { variable: { key: 'a', value: null } },
      externalVariableValue: { server: null },
    },
    { key: 'b', type: 'rel.MapStringStringVariable', value: { k: 'v' } },
    { key: 'c', type: 'rel.SetStringVariable', value: ['s'] },
    { key: 'd', type: 'rel.BooleanVariable', value: true },
    { key: 'e', type: 'rel.IntegerVariable', value: 5 },
  ],
  phases: [
    {
      title: 'One',
      tasks: [
        {
          title: 'manual',
          tags: ['t'],
          watchers: ['ann'],
          facets: [{ id: null, type: 'x.Facet', variableMapping: { a: null } }],
        },
        { title: 'gate', type: 'rel.GateTask', conditions: [{ title: 'sure?' }], dependencies: [{ targetId: '${a}' }] },
        { title: 'input', type: 'rel.UserInputTask' },
        { ...createReleaseTask, title: 'create', templateVariables: [{ key: 'a', value: 'y' }] },
        { title: 'script', type: 'rel.ScriptTask', script: 'print(1)' },
        {
          title: 'group',
          type: 'rel.ParallelGroup',
          tasks: [
            { id: 'Task1', title: 'one' },
            { id: 'Task2', title: 'two' },
          ],
          links: [{ source: 'Task1', target: 'Task2' }],
        },
        { title: 'sequence', type: 'rel.SequentialGroup', tasks: [{ title: 'only' }] },
      ],
    },
    { title: 'Two', tasks: [{ title: 'last' }] },
  ],
};

let template: FullRelease;
const create = (title: string) =>
  call<FullRelease>('createRelease', { path: { templateId: template.id }, body: { releaseTitle: title } });

beforeAll(async () => {
  await peopleOf(product).createUsersWithoutLogin('ann');
  template = await call<FullRelease>('createTemplate', { body: every });
});
afterAll(() => {
  expect([...misread].toSorted()).toEqual([]);
  expect(routes.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test('templates', async () => {
  const { id } = await call<FullRelease>('getTemplate', { path: { templateId: template.id } });
  await call('updateTemplate', { path: { templateId: id }, body: { description: 'd' } });
  const version = { templateId: id, versionNumber: '1' };
  await call('getTemplateVersions', { path: { templateId: id }, query: { page: '0', resultsPerPage: '2' } });
  await call('getTemplateVersion', { path: version });
  await call('compareTemplateVersions', { path: version, query: { to: '2' } });
  await call('restoreTemplateVersion', { path: version });
  const compared = await rest.post<FullRelease>(`/templates/${id}/create`, { releaseTitle: 'compared' });
  await call('compareReleases', { path: { releaseId: compared.id }, query: { with: id } });
  await call('getTemplates', { query: { title: 'every', tag: 'nothing' } });
  await call('getTemplatePermissions');
  await call('previewTemplate', { path: { templateId: id }, body: { releaseTitle: 'foreseen' } });
  await call('copyTemplate', { path: { templateId: id }, body: { title: 'copied' } });
  await call('startReleaseFromTemplate', { path: { templateId: id }, body: { releaseTitle: 'at once' } });
  const deletedItem = await call<FullRelease>('createTemplate', { body: { title: 'gone' } });
  await call('deleteTemplate', { path: { templateId: deletedItem.id } });
});

test('a release', async () => {
  const { id, phases } = await create('life');
  const path = { releaseId: id };
  await call('getRelease', { path, query: { roleIds: 'true' } });
  await call('updateRelease', { path, body: { title: 'a life' } });
  await call('previewRelease', { path });
  await call('getReleaseOutlooks', { body: [id] });
  await call('startRelease', { path });
  await call('explainRelease', { path });
  await call('getEditLimits', { path });
  await call('explainTask', { path: { taskId: phases[1]!.tasks[0]!.id } });
  await call('checkConsistency');
  await call('getActiveTasks', { path, query: { include: 'all' } });
  await call('completeTask', { path: { taskId: phases[0]!.tasks[0]!.id }, body: { comment: 'done' } });
  const query = { fromPhaseId: phases[0]!.id, phaseVersion: 'LATEST' };
  await call('previewRestart', { path, query });
  await call('restartRelease', { path, query });
  await call('resumeRelease', { path });
  await call('getActivityLogs', { path: { containerId: id } });
  const aborted = await call<Release>('abortRelease', { path, body: { abortComment: 'enough' } });
  await archive(aborted);
  await call('getArchivedRelease', { path });
  const deletedItem = await create('gone');
  await call('deleteRelease', { path: { releaseId: deletedItem.id } });
});

test('searches', async () => {
  await create('found');
  const body = { planned: true, riskStatusWithThresholds: { riskStatus: 'OK' } };
  const names = 'searchReleases searchReleasesOverview searchReleasePage fullSearchReleases countReleases';
  for (const name of names.split(' ')) await call(name, { body });
  await call('exportReleases', { query: { where: 'live', columns: 'title' }, body });
  await call('searchReleasesByTitle', { query: { releaseTitle: 'found' } });
  await call('getReleasePermissions');
  await call('getReleases', { query: { resultsPerPage: '1', view: 'summary' } });
});

test('phases', async () => {
  const { id, phases } = await create('phases');
  const added = await call<Phase>('addPhase', {
    path: { releaseId: id },
    query: { position: '0' },
    body: { title: 'New', color: '#FF0000' },
  });
  const path = { phaseId: added.id };
  await call('getPhase', { path });
  await call('updatePhase', { path, body: { title: 'Newer' } });
  await call('copyPhase', { path: { phaseId: phases[0]!.id }, query: { targetPosition: '1' } });
  await call('movePhase', { path, query: { targetPosition: '1' } });
  await call('searchPhasesByTitle', { query: { releaseId: id, phaseTitle: 'Newer' } });
  await call('searchPhases', { query: { releaseId: id, phaseTitle: 'Newer', phaseVersion: 'LATEST' } });
  await call('deletePhase', { path });
});

describe('tasks', () => {
  let release: FullRelease;
  const taskId = (index: number) => release.phases[0]!.tasks[index]!.id;
  beforeAll(async () => {
    const planned = await create('tasks');
    release = await call<FullRelease>('startRelease', { path: { releaseId: planned.id } });
  });

  test('as parts of the plan', async () => {
    const { id } = await call<Task>('addTask', { path: { groupId: taskId(5) }, body: { title: 'three' } });
    await call('addTaskToPhase', {
      path: { phaseId: release.phases[1]!.id },
      query: { position: '0' },
      body: { title: 'first' },
    });
    for (const index of [0, 1, 2, 3, 4, 5, 6]) await call('getTask', { path: { taskId: taskId(index) } });
    await call('getTaskStatuses', { body: [id, 'TaskNone'] });
    await call('updateTask', { path: { taskId: id }, body: { title: 'drei' } });
    const query = { targetContainerId: release.phases[1]!.id, targetPosition: '0' };
    await call('copyTask', { path: { taskId: id }, query });
    await call('moveTask', { path: { taskId: id }, query });
    await call('changeTaskType', { path: { taskId: id }, query: { targetType: 'rel.UserInputTask' } });
    await call('searchTasksByTitle', { query: { releaseId: release.id, taskTitle: 'drei' } });
    await call('lockTask', { path: { taskId: id } });
    await call('unlockTask', { path: { taskId: id } });
    await call('deleteTask', { path: { taskId: id } });
  });

  test('as gates', async () => {
    const path = { taskId: taskId(1) };
    const condition = await call<{ id: string }>('addCondition', { path, body: { title: 'really?' } });
    await call('updateCondition', { path: { conditionId: condition.id }, body: { checked: 'true' } });
    await call('deleteCondition', { path: { conditionId: condition.id } });
    const targetRelease = await create('target');
    const dependency = await call<{ id: string; targetId: string }>('addDependency', {
      path: { ...path, targetId: targetRelease.id },
    });
    expect(dependency.targetId).toBe(targetRelease.id);
    await call('deleteDependency', { path: { dependencyId: dependency.id } });
  });

  test('as work', async () => {
    const path = { taskId: taskId(0) };
    const { comments } = await call<{ comments: readonly { id: string }[] }>('commentTask', {
      ...{ path, body: { comment: 'hello' } },
    });
    const comment = { ...path, commentId: comments.at(-1)!.id };
    await call('getChangeableComments', { path });
    await call('editComment', { path: comment, body: { text: 'hello, world', version: 1 } });
    await call('deleteComment', { path: comment, query: { version: '2' } });
    await call('assignTask', { path: { ...path, username: 'ann' } });
    // Only automated tasks can be aborted, and this release has none.
    called.add('abortTask');
    expect(await rest.sendForError('POST', `/tasks/${path.taskId}/abort`)).toMatch(/^409 cannot abort task 'manual'/);
    await call('failTask', { path, body: { comment: 'no' } });
    await call('retryTask', { path });
    await call('skipTask', { path: { taskId: release.phases[1]!.tasks[0]!.id } });
    await call('reopenTask', { path: { taskId: release.phases[1]!.tasks[0]!.id } });
  });
});

test('tasks that wait', async () => {
  const tomorrow = Date.now() + 86_400_000;
  const waiting = await call<FullRelease>('createTemplate', {
    body: {
      title: 'waits',
      variables: [{ key: 'late', requiresValue: false, showOnReleaseStart: false }],
      phases: [{ tasks: [{ title: 'later', scheduledStartDate: tomorrow }, { title: 'needs ${late}' }] }],
    },
  });
  const created = await call<FullRelease>('createRelease', {
    path: { templateId: waiting.id },
    body: { releaseTitle: 'waits' },
  });
  await call('updateReleaseVariable', {
    path: { variableId: created.variables[0]!.id },
    body: { requiresValue: true },
  });
  await call('startRelease', { path: { releaseId: created.id } });
  const [later, needs] = created.phases[0]!.tasks;
  await call('startTaskNow', { path: { taskId: later!.id } });
  await call('completeTask', { path: { taskId: later!.id } });
  const started = await call<Task>('startTask', {
    path: { taskId: needs!.id },
    body: { variables: [{ key: 'late', value: 'now' }] },
  });
  expect([started.status, started.title]).toEqual(['IN_PROGRESS', 'needs now']);
});

walkVariables({ call, rest, create, template: () => template });
walkFolders(call);
walkTriggers(call, () => template);
walkApprovals(product, call);
walkAttachments(call, create);
walkCalendar(call);
walkPlugins(call);
walkAsCode(call);
walkFiles(call);
walkReceivers(call, product.database);
walkRisks(call);
walkInsights(call, product);
walkLive(call, url);
walkPeople(call, url);
walkNotifications(call, product);
walkMail(call, product, settings);
walkConfigurations(call, url);

test('the definition of each type in the responses can be read', async () => {
  expect(types.size).toBeGreaterThan(20);
  for (const name of types) expect(await rest.get(`/metadata/types/${name}`)).toMatchObject({ type: name });
});
