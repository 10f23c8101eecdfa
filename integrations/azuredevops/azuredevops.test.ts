import { describe } from 'vitest';
import { json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: '', password: 'access-token-of-ci' };
const devops = integrationTests('azuredevops', {
  connection: { type: 'vsts.Server', url: '{server}/acme', password: login.password, username: '' },
  login,
});

const project = '/acme/My%20Shop/_apis';
const version = 'api-version=7.1';
const build = (status: string, result?: string) =>
  json({ id: 9, buildNumber: '9.1', status, ...(result && { result }) });
const definitions = json({
  value: [
    { id: 3, name: 'Shop' },
    { id: 4, name: 'Shop old' },
  ],
});
const queue: Case = {
  task: 'vsts.QueueBuild',
  properties: {
    ...{ teamProjectName: 'My Shop', buildDefinitionName: 'shop', sourceBranch: 'main' },
    parameters: { VERSION: '1' },
  },
  replies: {
    ...{ findBuildDefinitions: definitions, queueBuild: build('notStarted') },
    getBuild: [build('inProgress'), build('completed', 'succeeded')],
  },
  changes: [
    `POST ${project}/build/builds?${version} {"definition":{"id":3},"sourceBranch":"refs/heads/main","parameters":"{\\"VERSION\\":\\"1\\"}"}`,
  ],
  outputs: { buildId: '9', buildNumber: '9.1', buildResult: 'succeeded' },
  statusLine: 'Build 9.1: succeeded',
  printed: 'The build 9.1 of shop has the result succeeded',
  waitedSeconds: 20,
};
const short = { ...queue, properties: { teamProjectName: 'My Shop', buildDefinitionName: 'Shop' } };
const plain = {
  ...short,
  changes: [`POST ${project}/build/builds?${version} {"definition":{"id":3}}`],
  ...{ printed: undefined, statusLine: undefined, waitedSeconds: undefined },
};
const partial = { ...queue.replies, getBuild: build('completed', 'partiallySucceeded') };
const run = (state: string, result?: string) => json({ id: 70, name: '2026.1', state, ...(result && { result }) });
const pipeline: Case = {
  ...{ task: 'vsts.RunPipeline', statusLine: 'Run 2026.1: succeeded' },
  properties: {
    ...{ teamProjectName: 'My Shop', pipelineId: 5, sourceBranch: 'refs/tags/v1' },
    ...{ templateParameters: { stage: 'test' }, variables: { VERSION: '1' } },
  },
  replies: { runPipeline: run('inProgress'), getPipelineRun: [run('inProgress'), run('completed', 'succeeded')] },
  changes: [
    `POST ${project}/pipelines/5/runs?${version} {"resources":{"repositories":{"self":{"refName":"refs/tags/v1"}}},"templateParameters":{"stage":"test"},"variables":{"VERSION":{"value":"1"}}}`,
  ],
  outputs: { buildId: '70', runName: '2026.1', runResult: 'succeeded' },
};
const canceled = `PATCH ${project}/build/builds`;

devops.check({ projects: json({ value: [{ name: 'My Shop' }] }) });
describe('builds and pipelines', () => {
  devops.cases({
    'queues a build, and waits for its end': queue,
    'does not wait': {
      ...{ ...plain, properties: { ...short.properties, waitForCompletion: false } },
      outputs: { buildId: '9', buildNumber: '9.1' },
      printed: 'Queued the build 9.1 of Shop',
    },
    'fails with the result of the build': {
      ...{ ...plain, replies: partial },
      outputs: { buildId: '9', buildNumber: '9.1', buildResult: 'partiallySucceeded' },
      error: 'Error: build 9.1 of Shop has the result partiallySucceeded',
    },
    'accepts a partial success': {
      ...{ ...plain, properties: { ...short.properties, acceptPartialSuccess: true }, replies: partial },
      outputs: { buildId: '9', buildNumber: '9.1', buildResult: 'partiallySucceeded' },
    },
    'refuses an unknown build definition': {
      ...{ ...plain, properties: { teamProjectName: 'My Shop', buildDefinitionName: 'None' } },
      ...{ changes: [], outputs: {}, error: "Error: the project My Shop has 0 build definitions 'None'" },
    },
    'cancels the build of an aborted task': {
      ...{ ...plain, abortAfter: 1, outputs: undefined },
      replies: { ...queue.replies, cancelBuild: build('cancelling') },
      changes: [...plain.changes, `${canceled}/9?${version} {"status":"cancelling"}`],
    },
    'adds tags to a build': {
      ...{ task: 'vsts.AddBuildTag', replies: { addBuildTags: json(['a', 'b']) } },
      properties: { teamProjectName: 'My Shop', buildId: '9', tags: ['a', 'b'] },
      changes: [`POST ${project}/build/builds/9/tags?${version} ["a","b"]`],
    },
    'refuses a build that is not a number': {
      ...{ task: 'vsts.AddBuildTag', replies: {}, changes: [], error: "Error: buildId: '9.1' is not a number" },
      properties: { teamProjectName: 'My Shop', buildId: '9.1', tags: ['a'] },
    },
    'runs a pipeline, and waits for its end': pipeline,
    'fails with the result of a run, and cancels nothing': {
      ...{ ...pipeline, statusLine: undefined, error: 'Error: the run 2026.1 has the result failed' },
      replies: { ...pipeline.replies, getPipelineRun: run('completed', 'failed') },
      outputs: { buildId: '70', runName: '2026.1', runResult: 'failed' },
    },
  });
  devops.faults({ of: queue, reads: ['findBuildDefinitions'], changes: ['queueBuild'], polls: ['getBuild'] });
  devops.faults({ of: pipeline, changes: ['runPipeline'], polls: ['getPipelineRun'] });
});

const item = (state: string, more: object = {}) => json({ id: 11, fields: { 'System.State': state, ...more } });
const create: Case = {
  task: 'vsts.CreateWorkItem',
  properties: {
    ...{ teamProjectName: 'My Shop', workItemType: 'User Story', workItemTitle: 'Ship' },
    ...{ tags: ['a', 'b'], fields: { 'System.Description': 'Now' } },
  },
  replies: { createWorkItem: item('New') },
  changes: [
    `POST ${project}/wit/workitems/$User%20Story?${version} [{"op":"add","path":"/fields/System.Title","value":"Ship"},{"op":"add","path":"/fields/System.Tags","value":"a; b"},{"op":"add","path":"/fields/System.Description","value":"Now"}]`,
  ],
  outputs: { workItemId: '11' },
};
const wait: Case = {
  task: 'vsts.WaitForWorkItemState',
  properties: { teamProjectName: 'My Shop', workItemId: '11', expectedStates: ['Closed', 'Done'], pollInterval: 60 },
  replies: { getWorkItem: [item('New'), item('Done')] },
  ...{ changes: [], outputs: { finalState: 'Done' }, waitedSeconds: 60, statusLine: 'Work item 11: Done' },
};
describe('work items', () => {
  devops.cases({
    'creates a work item': create,
    'updates a work item': {
      ...{ task: 'vsts.UpdateWorkItem', replies: { updateWorkItem: item('Closed') } },
      properties: { teamProjectName: 'My Shop', workItemId: '11', fields: { 'System.State': 'Closed' } },
      changes: [
        `PATCH /acme/_apis/wit/workitems/11?${version} [{"op":"add","path":"/fields/System.State","value":"Closed"}]`,
      ],
    },
    'refuses an update without a field': {
      ...{ task: 'vsts.UpdateWorkItem', replies: {}, changes: [] },
      properties: { teamProjectName: 'My Shop', workItemId: '11' },
      error: 'Error: fields: expected at least one field',
    },
    'reads a work item': {
      ...{ task: 'vsts.GetWorkItem', properties: { teamProjectName: 'My Shop', workItemId: '11' } },
      replies: { getWorkItem: item('New', { 'System.Rev': 2, 'System.CreatedBy': { displayName: 'Ann' } }) },
      outputs: { fields: { 'System.State': 'New', 'System.Rev': '2', 'System.CreatedBy': 'Ann' } },
    },
    'finds work items': {
      ...{ task: 'vsts.QueryWorkItems', properties: { teamProjectName: 'My Shop', query: 'SELECT' } },
      ...{ replies: { queryWorkItems: json({ workItems: [{ id: 1 }, { id: 2 }] }) } },
      ...{ changes: [`POST ${project}/wit/wiql?${version} {"query":"SELECT"}`], outputs: { workItemIds: ['1', '2'] } },
    },
    'finds the targets of links': {
      ...{ task: 'vsts.QueryWorkItems', properties: { teamProjectName: 'My Shop', query: 'SELECT' } },
      replies: { queryWorkItems: json({ workItemRelations: [{ target: { id: 4 } }, { target: { id: 4 } }] }) },
      outputs: { workItemIds: ['4'] },
    },
    'waits for a state': wait,
  });
  devops.faults({ of: create, changes: ['createWorkItem'] });
  devops.faults({ of: wait, polls: ['getWorkItem'] });
});

const release = (status: string) =>
  json({ id: 6, name: 'Release-6', environments: [{ id: 61, name: 'Test', status }] });
const environment = `PATCH ${project}/release/releases/6/environments/61?api-version=7.1-preview.7`;
const deploy: Case = {
  ...{ task: 'vsts.StartDeploymentInRelease', statusLine: 'Test: succeeded' },
  properties: { teamProjectName: 'My Shop', releaseId: '6', environmentName: 'test' },
  replies: {
    getRelease: [release('notStarted'), release('inProgress'), release('succeeded')],
    updateEnvironment: json({ id: 61, status: 'queued' }),
  },
  ...{ changes: [`${environment} {"status":"inProgress"}`], outputs: { deploymentStatus: 'succeeded' } },
};
describe('classic releases', () => {
  devops.cases({
    'creates a release': {
      ...{ task: 'vsts.CreateRelease', outputs: { releaseId: '6', releaseName: 'Release-6' } },
      properties: { teamProjectName: 'My Shop', releaseDefinitionName: 'Shop', releaseDescription: 'Now' },
      replies: {
        findReleaseDefinitions: json({ value: [{ id: 2, name: 'Shop' }] }),
        createRelease: release('notStarted'),
      },
      changes: [`POST ${project}/release/releases?${version} {"definitionId":2,"description":"Now"}`],
    },
    'starts a deployment, and waits for its end': { ...deploy, statusLine: 'test: succeeded' },
    'fails with the status of the deployment': {
      ...{ ...deploy, statusLine: undefined, outputs: { deploymentStatus: 'rejected' } },
      replies: { ...deploy.replies, getRelease: release('rejected') },
      error: 'Error: the deployment of Release-6 to test has the status rejected',
    },
    'cancels the deployment of an aborted task': {
      ...{ ...deploy, abortAfter: 1, statusLine: undefined, outputs: undefined },
      changes: [`${environment} {"status":"inProgress"}`, `${environment} {"status":"canceled"}`],
    },
  });
  devops.faults({ of: deploy, changes: ['updateEnvironment'] });
});
