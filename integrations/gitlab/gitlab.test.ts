import { describe } from 'vitest';
import { done, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const gitlab = integrationTests('gitlab', {
  connection: { type: 'gitlab.Server', api_key: login.password },
  property: 'gitlab_server',
  login,
});

const path = '/api/v4/projects/acme%2Fshop';
const project = { project_id: 'acme/shop' };
const address = 'https://gitlab.com/acme/shop/-/pipelines/8';
const pipeline = (status: string) => json({ id: 8, status, web_url: address });
const trigger: Case = {
  task: 'gitlab.TriggerPipeline',
  properties: { ...project, ref: 'main', variables: { ENV: 'test', NOTE: 'a b' } },
  replies: { createPipeline: pipeline('created'), getPipeline: [pipeline('running'), pipeline('success')] },
  changes: [
    `POST ${path}/pipeline {"ref":"main","variables":[{"key":"ENV","value":"test"},{"key":"NOTE","value":"a b"}]}`,
  ],
  outputs: { pipeline_id: '8', pipeline_status: 'success', pipeline_web_url: address },
  statusLine: 'Pipeline 8: success',
  printed: `Started the pipeline 8: ${address}\nPipeline 8: success`,
  waitedSeconds: 25,
};
const createMerge: Case = {
  task: 'gitlab.CreateMergeRequest',
  properties: { ...project, source_branch: 'a', target_branch: 'main', title: 'Release', target_project_id: '5' },
  replies: { createMergeRequest: json({ iid: 3, web_url: 'https://gitlab.com/m/3' }) },
  changes: [
    `POST ${path}/merge_requests {"source_branch":"a","target_branch":"main","title":"Release","target_project_id":5}`,
  ],
  ...{ outputs: { merge_id: '3' }, printed: 'Created the merge request !3: https://gitlab.com/m/3' },
};
const accept: Case = {
  ...{ task: 'gitlab.AcceptMergeRequest', properties: { ...project, merge_id: '3' } },
  replies: { acceptMergeRequest: json({ state: 'merged' }) },
  changes: [`PUT ${path}/merge_requests/3/merge`],
  printed: 'Merged the merge request !3',
};
const tag: Case = {
  task: 'gitlab.CreateTag',
  properties: { ...project, tag_name: 'v1', ref: 'main', message: 'Version 1' },
  replies: { createTag: json({ name: 'v1', commit: { id: 'c0ffee' } }) },
  changes: [`POST ${path}/repository/tags {"tag_name":"v1","ref":"main","message":"Version 1"}`],
  ...{ outputs: { commit_id: 'c0ffee' }, printed: 'Created the tag v1 on c0ffee' },
};

gitlab.check({ user: json({ username: 'robot' }) });
describe('pipelines', () => {
  gitlab.cases({
    'starts a pipeline, and waits for its end': trigger,
    'starts a pipeline with a trigger token': {
      ...{ ...trigger, properties: { ...trigger.properties, token: 'trigger-token' } },
      replies: { triggerPipeline: pipeline('created'), getPipeline: pipeline('success') },
      changes: [
        `POST ${path}/trigger/pipeline token=trigger-token&ref=main&variables%5BENV%5D=test&variables%5BNOTE%5D=a%20b`,
      ],
      waitedSeconds: 10,
    },
    'fails with the status of the pipeline, and keeps the outputs': {
      ...{ ...trigger, replies: { ...trigger.replies, getPipeline: pipeline('failed') } },
      outputs: { pipeline_id: '8', pipeline_status: 'failed', pipeline_web_url: address },
      ...{ statusLine: undefined, printed: undefined, waitedSeconds: undefined },
      error: `Error: the pipeline 8 has the status failed: ${address}`,
    },
    'cancels the pipeline of an aborted task': {
      ...{ ...trigger, replies: { ...trigger.replies, cancelPipeline: done() }, abortAfter: 2 },
      changes: [...(trigger.changes ?? []), `POST ${path}/pipelines/8/cancel`],
      outputs: { pipeline_id: '8', pipeline_status: 'running', pipeline_web_url: address },
      ...{ statusLine: 'Pipeline 8: running', waitedSeconds: undefined },
      printed: `Started the pipeline 8: ${address}\nCanceled the pipeline 8`,
    },
  });
  gitlab.faults({ of: trigger, changes: ['createPipeline'], polls: ['getPipeline'] });
});
describe('merge requests, tags and branches', () => {
  const refused = refusal(405, 'Method Not Allowed');
  gitlab.cases({
    'creates a merge request': createMerge,
    'refuses a target project that is not a number': {
      ...{ ...createMerge, properties: { ...createMerge.properties, target_project_id: 'acme/x' } },
      ...{ changes: [], outputs: {}, printed: '', error: "Error: the project id 'acme/x' is not a number" },
    },
    'shows the messages of a refusal': {
      ...{ ...createMerge, outputs: {}, printed: '' },
      replies: { createMergeRequest: { status: 409, text: '{"message":["Another open merge request exists"]}' } },
      error: `Error: POST ${path}/merge_requests: the server returned 409 Conflict: ["Another open merge request exists"]`,
    },
    'merges a merge request': accept,
    'accepts a merge request that is merged already': {
      ...{ ...accept, replies: { acceptMergeRequest: refused, getMergeRequest: json({ state: 'merged' }) } },
      printed: 'The merge request !3 is merged already',
    },
    'fails for a merge request that cannot be merged': {
      ...{ ...accept, replies: { acceptMergeRequest: refused, getMergeRequest: json({ state: 'opened' }) } },
      ...{ printed: '', error: /merge_requests\/3\/merge: the server returned 405/ },
    },
    'creates a tag': tag,
    'creates a branch': {
      ...{ ...tag, task: 'gitlab.CreateBranch', properties: { ...project, branch: 'a/b', ref: 'main' } },
      replies: { createBranch: json({ name: 'a/b', commit: { id: 'c0ffee' } }) },
      changes: [`POST ${path}/repository/branches {"branch":"a/b","ref":"main"}`],
      printed: 'Created the branch a/b on c0ffee',
    },
  });
  gitlab.faults({ of: createMerge, changes: ['createMergeRequest'] });
  gitlab.faults({ of: accept, changes: ['acceptMergeRequest'] });
  gitlab.faults({ of: tag, changes: ['createTag'] });
});
