import { describe } from 'vitest';
import { json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'robot', password: 'app-password-of-robot' };
const open = { state: 'OPEN' };

describe('Bitbucket Cloud', () => {
  const cloud = integrationTests('bitbucket', { connection: { type: 'bitbucket.Server', ...login }, login });
  const path = '/2.0/repositories/acme/shop/pullrequests';
  const repository = { repo_full_name: 'acme/shop' };
  const create: Case = {
    task: 'bitbucket.CreatePullRequest',
    properties: {
      ...repository,
      source: 'a',
      target: 'main',
      title: 'Release',
      description: 'News',
      closebranch: true,
    },
    replies: { createPull: json({ id: 5 }) },
    changes: [
      `POST ${path} {"title":"Release","description":"News","source":{"branch":{"name":"a"}},"destination":{"branch":{"name":"main"}},"close_source_branch":true}`,
    ],
    outputs: { prid: '5', output: '{"id":5}' },
    printed: 'Created the pull request 5',
  };
  const merge: Case = {
    ...{ task: 'bitbucket.MergePullRequest', properties: { ...repository, prid: '5', message: 'Release' } },
    replies: { getPull: json({ id: 5, ...open }), mergePull: json({ state: 'MERGED' }) },
    changes: [`POST ${path}/5/merge {"close_source_branch":false,"message":"Release"}`],
    ...{ outputs: { output: '{"state":"MERGED"}' }, printed: 'Merged the pull request 5' },
  };
  const wait: Case = {
    ...{ task: 'bitbucket.WaitForMerge', properties: { ...repository, prid: '5', pollInterval: 60 } },
    replies: { getPull: [json({ id: 5, ...open }), json({ id: 5, state: 'MERGED' })] },
    ...{ changes: [], statusLine: 'Pull request 5: MERGED', waitedSeconds: 60 },
  };
  cloud.check({ user: json({ type: 'user' }) });
  cloud.cases({
    'creates a pull request': create,
    'refuses a repository without a workspace': {
      ...{ ...create, properties: { ...create.properties, repo_full_name: 'shop' }, changes: [], outputs: {} },
      ...{ printed: '', error: "Error: 'shop' is not of the form workspace/repository" },
    },
    'merges a pull request': merge,
    'accepts a pull request that is merged already': {
      ...{ ...merge, replies: { getPull: json({ id: 5, state: 'MERGED' }) }, changes: [], outputs: undefined },
      printed: 'The pull request 5 is merged already',
    },
    'shows the reason of a refused merge': {
      ...{ ...merge, outputs: {}, printed: '' },
      replies: { ...merge.replies, mergePull: refusal(409, 'You cannot merge until you resolve all conflicts') },
      error: /409 Conflict: \{"message":"You cannot merge until you resolve all conflicts"\}$/,
    },
    'waits for the merge of a pull request': wait,
    'lists the commits of all pages up to the limit': {
      task: 'bitbucket.CommitsQuery',
      properties: { repo_full_name: 'acme/shop', branch: 'release/1', results_limit: 3 },
      replies: {
        commits: [
          json({ values: [{ hash: 'c1' }, { hash: 'c2' }], next: 'more' }),
          json({ values: [{ hash: 'c3' }, { hash: 'c4' }], next: 'more' }),
        ],
      },
      reads: [1, 2].map((at) => `GET /2.0/repositories/acme/shop/commits/release%2F1?pagelen=100&page=${at}`),
      outputs: { commitList: ['c1', 'c2', 'c3'] },
    },
    'fails for a declined pull request': {
      ...{ ...wait, replies: { getPull: json({ id: 5, state: 'DECLINED' }) }, waitedSeconds: 0 },
      ...{ statusLine: undefined, error: 'Error: the pull request 5 is DECLINED' },
    },
  });
  cloud.faults({ of: create, changes: ['createPull'] });
  cloud.faults({ of: merge, reads: ['getPull'], changes: ['mergePull'] });
  cloud.faults({ of: wait, polls: ['getPull'] });
});

describe('Bitbucket Data Center', () => {
  const stash = integrationTests('bitbucket', { connection: { type: 'stash.Server', ...login }, login });
  const path = '/rest/api/1.0/projects/APP/repos/shop';
  const repository = { project: 'APP', repository: 'shop' };
  const side = (branch: string) => `{"id":"refs/heads/${branch}","repository":{"slug":"shop","project":{"key":"APP"}}}`;
  const merge: Case = {
    ...{ task: 'stash.MergePullRequest', properties: { ...repository, prid: '5' } },
    replies: { serverGet: json({ version: 2, ...open }), serverMerge: json({ state: 'MERGED' }) },
    ...{ changes: [`POST ${path}/pull-requests/5/merge?version=2 {}`], printed: 'Merged the pull request 5' },
  };
  stash.check({ projects: json({ size: 0, values: [] }) });
  stash.cases({
    'creates a pull request': {
      task: 'stash.CreatePullRequest',
      properties: { ...repository, source: 'a', target: 'main', title: 'Release' },
      replies: { serverCreate: json({ id: 5 }) },
      changes: [`POST ${path}/pull-requests {"title":"Release","fromRef":${side('a')},"toRef":${side('main')}}`],
      outputs: { prid: '5', output: '{"id":5}' },
    },
    'merges a pull request': merge,
    'waits for the merge of a pull request': {
      ...{ task: 'stash.WaitForMerge', properties: { ...repository, prid: '5' }, changes: [], waitedSeconds: 30 },
      replies: { serverGet: [json(open), json({ state: 'MERGED' })] },
    },
    'approves a pull request': {
      ...{ task: 'stash.ApprovePullRequest', properties: { ...repository, prid: '5' } },
      replies: { serverApprove: json({ approved: true }) },
      ...{ changes: [`POST ${path}/pull-requests/5/approve {}`], printed: 'Approved the pull request 5' },
    },
    'declines a pull request': {
      ...{ task: 'stash.DeclinePullRequest', properties: { ...repository, prid: '5' } },
      replies: { serverGet: merge.replies.serverGet ?? [], serverDecline: json({ state: 'DECLINED' }) },
      ...{ changes: [`POST ${path}/pull-requests/5/decline?version=2 {}`], printed: 'Declined the pull request 5' },
    },
    'creates a tag': {
      task: 'stash.TagRelease',
      properties: { ...repository, tagname: 'v1', branch: 'main', message: 'Version 1' },
      replies: { serverTag: json({ id: 'refs/tags/v1' }) },
      changes: [`POST ${path}/tags {"name":"v1","startPoint":"main","message":"Version 1"}`],
      printed: 'Created the tag v1 on main',
    },
  });
  stash.faults({ of: merge, reads: ['serverGet'], changes: ['serverMerge'] });
});
