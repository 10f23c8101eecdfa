import { describe } from 'vitest';
import { done, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };

describe('repositories', () => {
  const github = integrationTests('github', {
    connection: { type: 'github.Server', baseUrl: '{server}', loginOrToken: login.password },
    login,
  });
  const repository = { organization: 'acme', repositoryName: 'shop' };
  const path = '/repos/acme/shop';
  const head = json({ ref: 'refs/heads/main', object: { sha: 'c0ffee', type: 'commit' } });
  const created = json({ ref: 'refs/tags/v1' });
  const merge: Case = {
    task: 'github.MergePullRequest',
    properties: { ...repository, pullRequestNumber: 7, commitMessage: 'Release 1.2' },
    replies: { mergePull: json({ sha: 'beef', merged: true, message: 'Pull Request successfully merged' }) },
    changes: [`PUT ${path}/pulls/7/merge {"merge_method":"merge","commit_message":"Release 1.2"}`],
    ...{ outputs: { commitId: 'beef' }, printed: 'Merged the pull request #7' },
  };
  const release: Case = {
    task: 'github.CreateRelease',
    properties: { ...repository, tagName: 'v1', target: 'main', releaseNotes: 'News', prerelease: true },
    replies: { createRelease: json({ id: 42, html_url: 'https://github.com/acme/shop/releases/v1' }) },
    changes: [
      `POST ${path}/releases {"tag_name":"v1","name":"v1","body":"News","target_commitish":"main","draft":false,"prerelease":true,"generate_release_notes":false}`,
    ],
    outputs: { releaseId: '42', releaseUrl: 'https://github.com/acme/shop/releases/v1' },
  };
  const tag: Case = {
    task: 'github.CreateTag',
    properties: { ...repository, branch: 'main', tagName: 'v1', tagMessage: 'Version 1' },
    replies: { getRef: head, createTag: json({ sha: 'ab12' }), createRef: created },
    changes: [
      `POST ${path}/git/tags {"tag":"v1","message":"Version 1","object":"c0ffee","type":"commit"}`,
      `POST ${path}/git/refs {"ref":"refs/tags/v1","sha":"ab12"}`,
    ],
    printed: 'Created the tag v1 on c0ffee',
  };
  const statuses = (state: string) => json({ state, statuses: [{ context: 'ci', state }] });
  const checks = (status: string, conclusion: string | null) =>
    json({ total_count: 1, check_runs: [{ name: 'build', status, conclusion }] });
  const check: Case = {
    task: 'github.CheckStatus',
    properties: { ...repository, ref: 'main', pollInterval: 20 },
    replies: {
      combinedStatus: [statuses('pending'), statuses('success')],
      checkRuns: [checks('in_progress', null), checks('completed', 'success')],
    },
    ...{ changes: [], outputs: { result: 'success' }, waitedSeconds: 20 },
    printed: 'All 2 checks of main are successful',
  };
  github.check({ rateLimit: json({ resources: {} }) });
  const text = 'name: shop\nversion: 1.2\nnote: Grüße\n';
  const content = (value: string) => Buffer.from(value).toString('base64');
  const edit: Case = {
    task: 'github.UpdateContent',
    properties: {
      ...{ ...repository, branch: 'main', filePath: '/deploy/app.yaml', commitMessage: 'Use 1.3' },
      ...{ regex: '^version: (\\d+)\\.\\d+$', replacement: 'version: $1.3' },
    },
    replies: {
      getContent: json({ encoding: 'base64', content: `${content(text)}\n`, sha: 'abc' }),
      putContent: json({ commit: { sha: 'beef' } }),
    },
    changes: [
      `PUT ${path}/contents/deploy/app.yaml ${JSON.stringify({
        ...{ message: 'Use 1.3', content: content(text.replace('1.2', '1.3')), sha: 'abc', branch: 'main' },
      })}`,
    ],
    reads: [`GET ${path}/contents/deploy/app.yaml?ref=main`],
    outputs: { commitId: 'beef' },
  };
  github.cases({
    'replaces a text in a file': edit,
    'refuses a file without the text': {
      ...{ ...edit, properties: { ...edit.properties, regex: 'none' }, changes: [], outputs: {} },
      error: 'Error: the file /deploy/app.yaml has no text that the regular expression would change',
    },
    'refuses a wrong regular expression': {
      ...{ ...edit, properties: { ...edit.properties, regex: '(' }, changes: [], outputs: {} },
      error: /^Error: regex: Invalid regular expression/,
    },
    'creates a pull request': {
      task: 'github.CreatePullRequest',
      properties: { ...repository, source: 'next', target: 'main', pullRequestTitle: 'Version 2', body: 'News' },
      replies: { createPull: json({ number: 9, html_url: 'https://github.com/acme/shop/pull/9' }) },
      changes: [`POST ${path}/pulls {"title":"Version 2","head":"next","base":"main","draft":false,"body":"News"}`],
      outputs: { pullRequestNumber: '9', pullRequestUrl: 'https://github.com/acme/shop/pull/9' },
    },
    'merges a pull request': merge,
    'accepts a pull request that is merged already': {
      ...{ ...merge, printed: 'The pull request #7 is merged already' },
      replies: {
        mergePull: refusal(405, 'Pull Request is not mergeable'),
        getPull: json({ merged: true, merge_commit_sha: 'beef' }),
      },
    },
    'fails for a pull request that cannot be merged': {
      ...{ ...merge, printed: '', outputs: {} },
      replies: { mergePull: refusal(405, 'Pull Request is not mergeable'), getPull: json({ merged: false }) },
      error: `Error: PUT ${path}/pulls/7/merge: the server returned 405 Method Not Allowed: Pull Request is not mergeable`,
    },
    'creates a release': release,
    'creates a tag with a message': tag,
    'creates a tag on a commit in the repository of the user': {
      ...{ ...tag, properties: { repositoryName: 'shop', sha: 'dada', tagName: 'v1' } },
      replies: { user: json({ login: 'robot' }), createRef: created },
      changes: ['POST /repos/robot/shop/git/refs {"ref":"refs/tags/v1","sha":"dada"}'],
      printed: 'Created the tag v1 on dada',
    },
    'creates a branch': {
      ...{ ...tag, task: 'github.CreateBranch', properties: { ...repository, oldBranch: 'main', newBranch: 'a/b' } },
      changes: [`POST ${path}/git/refs {"ref":"refs/heads/a/b","sha":"c0ffee"}`],
      printed: 'Created the branch a/b on c0ffee',
    },
    'waits for the checks of a commit': check,
    'fails with the names of failed checks': {
      ...{ ...check, printed: '', waitedSeconds: undefined, outputs: { result: 'failure' } },
      replies: { combinedStatus: statuses('success'), checkRuns: checks('completed', 'timed_out') },
      error: 'Error: checks of main have failed: build (timed_out)',
    },
    'fails for a commit without checks': {
      ...{ ...check, printed: '', waitedSeconds: undefined, outputs: {} },
      replies: {
        combinedStatus: json({ state: 'pending', statuses: [] }),
        checkRuns: json({ total_count: 0, check_runs: [] }),
      },
      error: 'Error: the commit main has no statuses and no checks',
    },
    'waits for the end of a limit that GitHub reports with 403': {
      ...merge,
      replies: {
        mergePull: [
          { status: 403, headers: { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767225660' }, error: 'Limit' },
          json({ sha: 'beef', merged: true, message: 'x' }),
        ],
      },
      changes: undefined,
    },
  });
  github.faults({ of: edit, reads: ['getContent'], changes: ['putContent'] });
  github.faults({ of: merge, changes: ['mergePull'] });
  github.faults({ of: release, changes: ['createRelease'] });
  github.faults({ of: tag, reads: ['getRef'], changes: ['createTag', 'createRef'] });
  github.faults({ of: check, polls: ['combinedStatus', 'checkRuns'] });
});

describe('workflows', () => {
  const actions = integrationTests('github', {
    connection: { type: 'githubActions.Server', accessToken: login.password },
    login,
  });
  const path = '/repos/acme/shop/actions/workflows/build.yml';
  const run = (id: number, branch = 'main') => ({ id, head_branch: branch });
  const runs = (...list: readonly object[]) => json({ workflow_runs: list });
  const address = 'https://github.com/acme/shop/actions/runs/31';
  const state = (status: string, conclusion: string | null) => json({ status, conclusion, html_url: address });
  const trigger: Case = {
    task: 'githubActions.TriggerWorkflowRun',
    properties: { owner: 'acme', repository: 'shop', workflowId: 'build.yml', ref: 'main', inputs: 'env=test, v = 1' },
    replies: {
      listRuns: [runs(run(20)), runs(run(20)), runs(run(33), run(31), run(30, 'other'), run(20))],
      dispatch: done(),
      getRun: [state('queued', null), state('completed', 'success')],
    },
    changes: [`POST ${path}/dispatches {"ref":"main","inputs":{"env":"test","v":"1"}}`],
    outputs: { runId: '31', conclusion: 'success' },
    statusLine: 'Run 31: success',
    printed: `Run 31 of build.yml: success (${address})`,
    waitedSeconds: 28,
  };
  actions.check({ rateLimit: json({ resources: {} }) });
  actions.cases({
    'starts a workflow, and waits for its run': trigger,
    'takes inputs as JSON': {
      ...{ ...trigger, properties: { ...trigger.properties, inputs: '{"a": "x=y,z"}' } },
      changes: [`POST ${path}/dispatches {"ref":"main","inputs":{"a":"x=y,z"}}`],
    },
    'refuses an input without a value before it starts the workflow': {
      ...{ ...trigger, properties: { ...trigger.properties, inputs: 'env' }, changes: [], outputs: {}, printed: '' },
      ...{ statusLine: undefined, waitedSeconds: 0, error: "Error: the input 'env' is not of the form name=value" },
    },
    'fails with the conclusion of the run, and keeps the outputs': {
      ...{ ...trigger, replies: { ...trigger.replies, getRun: state('completed', 'failure') } },
      ...{ outputs: { runId: '31', conclusion: 'failure' }, statusLine: undefined, printed: undefined },
      ...{ waitedSeconds: undefined, error: 'Error: run 31 of build.yml has the conclusion failure' },
    },
    'fails if no run starts': {
      ...{ ...trigger, replies: { ...trigger.replies, listRuns: runs(run(20)) }, outputs: {}, printed: '' },
      ...{ statusLine: undefined, waitedSeconds: 198, error: 'Error: no run of build.yml has started for main' },
    },
    'cancels the run of an aborted task': {
      ...{ ...trigger, replies: { ...trigger.replies, cancelRun: done() }, abortAfter: 3, waitedSeconds: undefined },
      changes: [
        `POST ${path}/dispatches {"ref":"main","inputs":{"env":"test","v":"1"}}`,
        'POST /repos/acme/shop/actions/runs/31/cancel',
      ],
      ...{ outputs: { runId: '31' }, statusLine: 'Run 31', printed: 'Canceled the run 31' },
    },
    'waits for the latest run of a workflow': {
      task: 'githubActions.CheckWorkflowRun',
      properties: { owner: 'acme', repository: 'shop', workflowId: 'build.yml' },
      replies: { listRuns: runs(run(31)), getRun: state('completed', 'success') },
      ...{ changes: [], outputs: { runId: '31', conclusion: 'success' } },
    },
  });
  actions.faults({ of: trigger, changes: ['dispatch'], polls: ['listRuns', 'getRun'] });
});
