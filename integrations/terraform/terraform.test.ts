import { describe } from 'vitest';
import { done, faults, json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-team' };
const terraform = integrationTests('terraform', {
  connection: { type: 'terraform.Server', token: login.password, organization: 'acme' },
  login,
});

const state = (status: string, actions: object = {}) =>
  json({ data: { id: 'run-1', attributes: { status, 'has-changes': true, actions } } });
const planned = state('planned', { 'is-confirmable': true, 'is-discardable': true });
const workspace = json({ data: { id: 'ws-1' } });
const body = (attributes: object) => ({
  data: {
    ...{ type: 'runs', attributes },
    relationships: { workspace: { data: { type: 'workspaces', id: 'ws-1' } } },
  },
});
const posted = (attributes: object) => `POST /api/v2/runs ${JSON.stringify(body(attributes))}`;
const start: Case = {
  task: 'terraform.StartRun',
  properties: {
    workspace: 'shop test',
    message: 'Version 2',
    variables: { version: 'a"${b}' },
    targets: ['module.web'],
  },
  replies: { getWorkspace: workspace, createRun: state('pending'), getRun: [state('planning'), planned] },
  changes: [
    posted({
      ...{ message: 'Version 2', 'auto-apply': false, 'is-destroy': false, 'target-addrs': ['module.web'] },
      variables: [{ key: 'version', value: '"a\\"$${b}"' }],
    }),
  ],
  outputs: { runId: 'run-1', runStatus: 'planned', hasChanges: true },
  statusLine: 'Run run-1: planned',
  printed: 'The run run-1 of shop test has the status planned',
  waitedSeconds: 15,
};
const failed = { ...start, statusLine: undefined, printed: undefined, waitedSeconds: undefined };
const automatic = { ...failed, properties: { workspace: 'shop', autoApply: true, isDestroy: true, planOnly: true } };
const apply: Case = {
  ...{ task: 'terraform.ApplyRun', properties: { run: 'run-1', actionComment: 'Approved' } },
  replies: { applyRun: done(), getRun: [state('applying'), state('applied')] },
  changes: ['POST /api/v2/runs/run-1/actions/apply {"comment":"Approved"}'],
  outputs: { runId: 'run-1', runStatus: 'applied', hasChanges: true },
  printed: 'Applied the run run-1',
};

terraform.check({ account: json({ data: { attributes: { username: 'robot' } } }) });
describe('a run', () => {
  terraform.cases({
    'starts a run, and waits until its plan needs a confirmation': start,
    'waits for the apply of an automatic run': {
      ...automatic,
      replies: { ...start.replies, getRun: [planned, state('applying'), state('applied')] },
      changes: [posted({ message: 'Task', 'auto-apply': true, 'is-destroy': true, 'plan-only': true })],
      outputs: { runId: 'run-1', runStatus: 'applied', hasChanges: true },
    },
    'completes for a plan without changes': {
      ...{ ...failed, replies: { ...start.replies, getRun: state('planned_and_finished') } },
      outputs: { runId: 'run-1', runStatus: 'planned_and_finished', hasChanges: true },
    },
    'fails with the status of the run': {
      ...{ ...failed, replies: { ...start.replies, getRun: state('errored') } },
      outputs: { runId: 'run-1', runStatus: 'errored', hasChanges: true },
      error: 'Error: the run run-1 of shop test has the status errored',
    },
    'fails for a run that violates a policy': {
      ...{ ...failed, replies: { ...start.replies, getRun: state('policy_override') }, outputs: undefined },
      error: 'Error: the run run-1 of shop test violates a policy',
    },
    'cancels the run of an aborted task': {
      ...{ ...failed, abortAfter: 1, outputs: undefined, printed: 'Requested the cancel of the run run-1' },
      replies: { ...start.replies, getRun: state('planning', { 'is-cancelable': true }), cancelRun: done() },
      changes: [...(start.changes ?? []), 'POST /api/v2/runs/run-1/actions/cancel {}'],
    },
    'applies a run, and waits for its end': apply,
    'discards the plan of an aborted task': {
      ...{ ...apply, abortAfter: 1, outputs: undefined, printed: 'Requested the discard of the run run-1' },
      replies: { ...apply.replies, getRun: planned, discardRun: done() },
      changes: [...(apply.changes ?? []), 'POST /api/v2/runs/run-1/actions/discard {}'],
    },
    'fails with a run that ends without an apply': {
      ...{ ...apply, replies: { ...apply.replies, getRun: state('discarded') }, printed: '' },
      outputs: { runId: 'run-1', runStatus: 'discarded', hasChanges: true },
      error: 'Error: the run run-1 has the status discarded',
    },
    'discards a run': {
      ...{ task: 'terraform.DiscardRun', properties: { run: 'run-1' }, replies: { discardRun: done() } },
      changes: ['POST /api/v2/runs/run-1/actions/discard {}'],
      printed: 'Discarded the run run-1',
    },
  });
  terraform.faults({ of: start, reads: ['getWorkspace'], changes: ['createRun'], polls: ['getRun'] });
  terraform.faults({ of: apply, changes: ['applyRun'], polls: ['getRun'] });
});

const output = (name: string, value: unknown, sensitive = false) => ({
  ...{ id: `out-${name}`, attributes: { name, sensitive, value: sensitive ? null : value } },
});
const replies = {
  getWorkspace: workspace,
  currentOutputs: json({ data: [output('address', '192.0.2.1'), output('ports', [80, 443]), output('key', '', true)] }),
  getOutput: json({ data: { attributes: { value: 's3cret' } } }),
};
describe('outputs', () => {
  const read: Case = {
    ...{ task: 'terraform.ReadOutputs', properties: { workspace: 'shop' }, replies },
    outputs: { outputs: { address: '192.0.2.1', ports: '[80,443]' } },
    printed: 'Read 2 outputs of shop; 1 others are sensitive',
  };
  terraform.cases({
    'reads the outputs that are not sensitive': read,
    'waits while the outputs are in preparation': {
      ...{ ...read, replies: { ...replies, currentOutputs: [faults.unavailable, replies.currentOutputs] } },
      waitedSeconds: 3,
    },
    'reads a sensitive output': {
      ...{ task: 'terraform.ReadSensitiveOutput', properties: { workspace: 'shop', outputName: 'key' }, replies },
      ...{ reads: undefined, outputs: { value: 's3cret' }, printed: 'Read the output key of shop' },
    },
    'refuses an unknown output': {
      ...{ task: 'terraform.ReadSensitiveOutput', properties: { workspace: 'shop', outputName: 'none' }, replies },
      error: "Error: the workspace shop has no output 'none'",
    },
  });
  terraform.faults({ of: read, reads: ['getWorkspace', 'currentOutputs'] });
});
