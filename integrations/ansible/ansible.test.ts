import { describe } from 'vitest';
import { done, faults, json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const awx = integrationTests('ansible', {
  connection: { type: 'ansible.Tower', apiToken: login.password },
  property: 'tower_server',
  login,
});

const prompts = {
  ...{ ask_variables_on_launch: true, ask_limit_on_launch: true, ask_inventory_on_launch: true },
  ...{ ask_credential_on_launch: true, passwords_needed_to_start: [], survey_enabled: false },
};
const state = (status: string, explanation = '') => json({ name: 'Deploy', status, job_explanation: explanation });
const launch: Case = {
  task: 'ansible.LaunchJobTemplate',
  properties: {
    jobTemplate: 'Deploy shop',
    inventory: '7',
    credential: '3',
    limit: 'web*',
    extraVars2: 'version: 1.2',
  },
  replies: {
    findJobTemplates: json({ results: [{ id: 5, name: 'Deploy shop' }] }),
    ...{ launchInfo: json(prompts), launch: json({ job: 12, ignored_fields: {}, status: 'pending' }) },
    ...{ getJob: [state('running'), state('successful')], jobOutput: { text: 'PLAY\nok=1\nRECAP\n' } },
  },
  changes: [
    'POST /api/v2/job_templates/5/launch/ {"extra_vars":"version: 1.2","limit":"web*","inventory":7,"credentials":[3]}',
  ],
  outputs: { jobId: '12', jobStatus: 'successful', jobOutput: 'PLAY\nok=1\nRECAP' },
  statusLine: 'Job 12: successful',
  printed: 'The job 12 (Deploy) has the status successful',
  waitedSeconds: 13,
};
const byNumber = { ...launch, properties: { jobTemplate: '5' }, changes: ['POST /api/v2/job_templates/5/launch/ {}'] };
const failed = { ...byNumber, printed: '', statusLine: undefined, waitedSeconds: undefined };
const workflow: Case = {
  ...{ ...byNumber, task: 'ansible.LaunchJob', waitedSeconds: undefined },
  properties: { jobTemplate: 'Ship', isTemplateWorkflow: true, inventory: 'Test', limit: 'web' },
  replies: {
    findWorkflowTemplates: json({ results: [{ id: 8, name: 'Ship' }] }),
    findInventories: json({ results: [{ id: 2, name: 'Test' }] }),
    workflowLaunch: json({ workflow_job: 30, ignored_fields: { limit: 'web' }, status: 'pending' }),
    getWorkflowJob: state('successful'),
  },
  changes: ['POST /api/v2/workflow_job_templates/8/launch/ {"limit":"web","inventory":2}'],
  outputs: { jobId: '30', jobStatus: 'successful' },
  statusLine: 'Job 30: successful',
  printed: 'The template has ignored limit\nThe job 30 (Deploy) has the status successful',
};
const synchronize: Case = {
  ...{ task: 'ansible.SynchronizeInventory', properties: { inventorySource: 4 } },
  replies: {
    updateInventorySource: json({ inventory_update: 21, id: 21, status: 'pending' }),
    getInventoryUpdate: [state('waiting'), state('successful')],
  },
  changes: ['POST /api/v2/inventory_sources/4/update/ {}'],
  outputs: { jobStatus: 'successful' },
};

awx.check({ me: json({ results: [{ username: 'robot' }] }) });
describe('the types of Ansible', () => {
  awx.cases({
    'launches a job template by its name, and waits for the job': launch,
    'launches a job template by its number': byNumber,
    'does not wait': {
      ...{ ...byNumber, properties: { jobTemplate: '5', waitTillComplete: false }, outputs: { jobId: '12' } },
      ...{ printed: 'Launched the job 12', statusLine: 'Job 12: pending', waitedSeconds: 0 },
    },
    'refuses a value that the template would ignore': {
      ...{ ...launch, changes: [], outputs: {}, printed: '', statusLine: undefined, waitedSeconds: undefined },
      replies: { ...launch.replies, launchInfo: json({ ...prompts, ask_limit_on_launch: false }) },
      error: 'Error: the job template does not prompt on launch for: limit',
    },
    'refuses a template that needs a password': {
      ...{ ...failed, changes: [], outputs: {} },
      replies: { launchInfo: json({ ...prompts, passwords_needed_to_start: ['ssh_password'] }) },
      error: 'Error: the job template needs passwords on launch: ssh_password',
    },
    'refuses an unknown name': {
      ...{ ...failed, properties: { jobTemplate: 'None' }, changes: [], outputs: {} },
      replies: { findJobTemplates: json({ results: [] }) },
      error: "Error: 0 objects of job_templates have the name 'None'",
    },
    'refuses a credential that is not a number': {
      ...{ ...failed, properties: { jobTemplate: '5', credential: 'ssh' }, changes: [], outputs: {} },
      error: "Error: credential: 'ssh' is not a number",
    },
    'fails with the job, and keeps the outputs': {
      ...{ ...failed, outputs: { jobId: '12', jobStatus: 'failed', jobOutput: 'RECAP' } },
      properties: { jobTemplate: '5', outputLines: 1 },
      replies: { ...launch.replies, getJob: state('failed', 'a host\nis unreachable') },
      error: 'Error: the job 12 (Deploy) has the status failed: a host is unreachable',
    },
    'completes for a failed job if the task allows it, also without its output': {
      ...{ ...failed, properties: { jobTemplate: '5', stopOnFailure: false }, printed: undefined },
      replies: { ...launch.replies, getJob: state('failed'), jobOutput: faults.missing },
      outputs: { jobId: '12', jobStatus: 'failed' },
    },
    'cancels the job of an aborted task': {
      ...{ ...failed, abortAfter: 1, outputs: undefined, printed: 'Canceled the job 12' },
      replies: { ...launch.replies, cancelJob: done() },
      changes: [...byNumber.changes, 'POST /api/v2/jobs/12/cancel/'],
    },
    'launches a workflow, and reports ignored values': workflow,
    'cancels the workflow of an aborted task': {
      ...{ ...workflow, abortAfter: 1, outputs: undefined, statusLine: undefined, printed: undefined },
      replies: { ...workflow.replies, cancelWorkflowJob: done() },
      changes: [...(workflow.changes ?? []), 'POST /api/v2/workflow_jobs/30/cancel/'],
    },
    'synchronizes an inventory': synchronize,
    'cancels the update of an aborted task': {
      ...{ ...synchronize, abortAfter: 2, outputs: undefined },
      replies: { ...synchronize.replies, cancelInventoryUpdate: done() },
      changes: [...(synchronize.changes ?? []), 'POST /api/v2/inventory_updates/21/cancel/'],
    },
  });
  awx.faults({ of: launch, reads: ['findJobTemplates', 'launchInfo'], changes: ['launch'], polls: ['getJob'] });
  awx.faults({ of: synchronize, changes: ['updateInventorySource'], polls: ['getInventoryUpdate'] });
});
describe('the types of Ansible Tower', () => {
  const tower = integrationTests('ansible', {
    connection: { type: 'ansibletower.Server', apiToken: login.password },
    property: 'ansibletower',
    login,
  });
  const run: Case = {
    ...{ task: 'ansibletower.launchAndWait', properties: { job_template_id: '5', extra_vars: '{"a":1}' } },
    replies: launch.replies,
    changes: ['POST /api/v2/job_templates/5/launch/ {"extra_vars":"{\\"a\\":1}"}'],
    outputs: {
      ...{ job_id: '12', status: 'successful' },
      result: '{"name":"Deploy","status":"successful","job_explanation":""}',
    },
    waitedSeconds: 63,
  };
  tower.check({ me: json({ results: [{ username: 'robot' }] }) });
  tower.cases({
    'launches a job template, and waits for the job': run,
    'launches a job template, and does not wait': {
      ...{ ...run, task: 'ansibletower.runJobTemplate', waitedSeconds: 0 },
      outputs: { job_id: '12', result: '{"job":12,"ignored_fields":{},"status":"pending"}' },
    },
    'waits for a workflow job': {
      ...{ ...run, task: 'ansibletower.waitForJobStatus', properties: { job_id: '30', isWorkflow: true } },
      replies: { getWorkflowJob: [state('running'), state('successful')] },
      ...{ changes: [], outputs: { status: 'successful', result: run.outputs?.result }, waitedSeconds: 61 },
    },
    'fails after the maximum number of reads': {
      ...{ ...run, task: 'ansibletower.waitForJobStatus', waitedSeconds: 11, changes: [], outputs: {} },
      properties: { job_id: '12', max_retries: 2, wait_interval: 5 },
      replies: { getJob: state('running') },
      error: 'Error: the job 12 has not ended after 2 reads',
    },
    'refuses a job that is not a number': {
      ...{ ...run, task: 'ansibletower.waitForJobStatus', properties: { job_id: 'a' }, changes: [], outputs: {} },
      ...{ waitedSeconds: undefined, error: "Error: job_id: 'a' is not the number of a job" },
    },
  });
});
