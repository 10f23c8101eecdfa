import { describe } from 'vitest';
import { json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const kubernetes = integrationTests('kubernetes', {
  connection: { type: 'kubernetes.Server', token: login.password, namespace: 'shop' },
  login,
});

const core = json({
  resources: [
    { name: 'configmaps', kind: 'ConfigMap', namespaced: true },
    { name: 'namespaces', kind: 'Namespace', namespaced: false },
  ],
});
const apps = json({
  resources: [
    { name: 'deployments/scale', kind: 'Deployment', namespaced: true },
    { name: 'deployments', kind: 'Deployment', namespaced: true },
  ],
});
const ok = json({});
const discovery = { coreResources: core, groupResources: apps };
const manifest = `
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
# the settings
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  since: 2026-01-01
  isOpen: "yes"
---
apiVersion: v1
kind: List
items:
- { apiVersion: apps/v1, kind: Deployment, metadata: { name: web, namespace: front }, spec: { replicas: 2 } }
`;
const query = 'fieldManager=slipway&force=false';
const apply: Case = {
  ...{ task: 'kubernetes.Apply', properties: { manifest } },
  replies: { ...discovery, applyCore: ok, apply: ok, applyCoreInCluster: ok },
  changes: [
    `PATCH /api/v1/namespaces/shop?${query} {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}}`,
    `PATCH /api/v1/namespaces/shop/configmaps/settings?${query} {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"settings"},"data":{"since":"2026-01-01","isOpen":"yes"}}`,
    `PATCH /apis/apps/v1/namespaces/front/deployments/web?${query} {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"front"},"spec":{"replicas":2}}`,
  ],
  outputs: { applied: ['Namespace/shop', 'ConfigMap/settings', 'Deployment/web'] },
  printed: 'Applied Namespace/shop, ConfigMap/settings, Deployment/web',
};
const single = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
const unchanged = { changes: [], outputs: undefined, printed: undefined, reads: [] };
const refused = (text: string, error: string): Case => ({
  ...{ ...apply, properties: { manifest: text }, ...unchanged },
  error,
});

kubernetes.check({ version: json({ gitVersion: 'v1.34.1' }) });
describe('a manifest', () => {
  kubernetes.cases({
    'applies several documents, lists, and objects without a namespace': apply,
    'applies JSON, and takes over fields in a dry run': {
      ...{ ...apply, properties: { manifest: single, namespace: 'test', force: true, dryRun: true } },
      changes: [
        `PATCH /api/v1/namespaces/test/configmaps/settings?fieldManager=slipway&force=true&dryRun=All ${single}`,
      ],
      ...{ outputs: { applied: ['ConfigMap/settings'] }, printed: 'Checked ConfigMap/settings' },
    },
    'reports a field of another manager': {
      ...{ ...apply, properties: { manifest: single }, ...unchanged, changes: undefined, reads: undefined },
      replies: { ...discovery, applyCore: refusal(409, 'Apply failed with 1 conflict: conflict with "helm"') },
      error: /the server returned 409 Conflict: Apply failed with 1 conflict: conflict with "helm"$/,
    },
    'refuses an unknown kind before the first change': {
      ...refused(`${single}\n---\n{ apiVersion: v1, kind: Gadget, metadata: { name: a } }`, ''),
      error: "Error: the cluster has no kind 'Gadget' of the version 'v1'",
      reads: ['GET /api/v1'],
    },
    'refuses text that is not YAML': { ...refused('a: [', ''), error: /^Exception: manifest: [^\n]+$/ },
    'refuses a document without a kind': refused(
      `${single}\n---\napiVersion: v1`,
      'Exception: manifest: the document 2 has no kind',
    ),
    'refuses an object without a name': refused(
      'apiVersion: v1\nkind: ConfigMap',
      'Exception: manifest: the document 1 has no metadata.name',
    ),
    'refuses a document that is not an object': refused('- a', 'Exception: manifest: the document 1 is not an object'),
    'refuses a manifest without objects': refused('---\n# nothing\n', 'Exception: manifest: it has no object'),
  });
  kubernetes.faults({ of: apply, reads: ['coreResources'], changes: ['applyCore'] });
});

const deployment = (status: object, generation = 2) =>
  json({ metadata: { generation }, spec: { replicas: 2 }, status });
const complete = { observedGeneration: 2, replicas: 2, updatedReplicas: 2, availableReplicas: 2 };
const rollout: Case = {
  ...{ task: 'kubernetes.WaitForRollout', properties: { resourceName: 'web' } },
  replies: {
    rolloutDeployment: [
      deployment({ ...complete, observedGeneration: 1 }),
      deployment({ ...complete, updatedReplicas: 1 }),
      deployment({ ...complete, replicas: 3 }),
      deployment({ ...complete, availableReplicas: 1 }),
      deployment(complete),
    ],
  },
  ...{ changes: [], outputs: { rolloutStatus: 'complete' }, waitedSeconds: 40 },
  statusLine: 'Deployment web: complete',
  printed: 'The rollout of Deployment web is complete',
};
const failedRollout = { ...rollout, statusLine: undefined, printed: '', waitedSeconds: undefined };
const statefulSet = (spec: object, status: object) =>
  json({ metadata: { generation: 1 }, spec: { replicas: 3, ...spec }, status: { observedGeneration: 1, ...status } });
const revisions = { currentRevision: 'web-1', updateRevision: 'web-2', readyReplicas: 3, updatedReplicas: 2 };
const partition = { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } };
const ofKind = (resourceKind: string) => ({ properties: { resourceKind, resourceName: 'web', namespace: 'front' } });
const daemonSet = (numberAvailable: number, updatedNumberScheduled = 2) =>
  json({
    metadata: { generation: 1 },
    status: { observedGeneration: 1, desiredNumberScheduled: 2, updatedNumberScheduled, numberAvailable },
  });
const scale: Case = {
  ...{ task: 'kubernetes.Scale', properties: { resourceName: 'web', replicas: 2 } },
  replies: { scaleDeployment: json({ spec: { replicas: 2 } }), rolloutDeployment: deployment(complete) },
  changes: ['PATCH /apis/apps/v1/namespaces/shop/deployments/web/scale?fieldManager=slipway {"spec":{"replicas":2}}'],
  outputs: { rolloutStatus: 'complete' },
};
describe('a workload', () => {
  kubernetes.cases({
    'waits until all replicas are updated and available': rollout,
    'fails at the deadline of the deployment': {
      ...failedRollout,
      replies: {
        rolloutDeployment: deployment({
          ...{ ...complete, updatedReplicas: 1 },
          conditions: [
            { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message: 'too slow' },
          ],
        }),
      },
      outputs: { rolloutStatus: '1 of 2 replicas are updated' },
      error: 'Error: the rollout of Deployment web has exceeded its deadline: too slow',
    },
    'fails after the time limit': {
      ...{ ...failedRollout, properties: { resourceName: 'web', timeoutMinutes: 1 }, waitedSeconds: 61 },
      replies: { rolloutDeployment: deployment({ ...complete, availableReplicas: 0 }) },
      outputs: { rolloutStatus: '0 of 2 replicas are available' },
      error: 'the rollout of Deployment web has not ended within 1 minutes: 0 of 2 replicas are available',
    },
    'waits for a stateful set': {
      ...{ ...failedRollout, ...ofKind('StatefulSet'), printed: undefined },
      replies: {
        rolloutStatefulSet: [
          statefulSet({}, { ...revisions, readyReplicas: 1 }),
          statefulSet({}, revisions),
          statefulSet({}, { ...revisions, currentRevision: 'web-2', updatedReplicas: 3 }),
        ],
      },
      waitedSeconds: 20,
    },
    'waits for a part of a stateful set': {
      ...{ ...failedRollout, ...ofKind('StatefulSet'), printed: undefined, waitedSeconds: 10 },
      replies: {
        rolloutStatefulSet: [
          statefulSet(partition, { ...revisions, updatedReplicas: 1 }),
          statefulSet(partition, revisions),
        ],
      },
    },
    'refuses a stateful set without rollouts': {
      ...{ ...failedRollout, ...ofKind('StatefulSet'), outputs: {} },
      replies: { rolloutStatefulSet: statefulSet({ updateStrategy: { type: 'OnDelete' } }, revisions) },
      error: 'Error: the stateful set web has the strategy OnDelete, which has no rollout',
    },
    'waits for a daemon set': {
      ...{ ...failedRollout, ...ofKind('DaemonSet'), printed: undefined, waitedSeconds: 20 },
      replies: { rolloutDaemonSet: [daemonSet(0, 1), daemonSet(1), daemonSet(2)] },
    },
    'scales a deployment, and waits for its replicas': scale,
    'scales a stateful set, and does not wait': {
      ...{ ...scale, outputs: {}, replies: { scaleStatefulSet: json({ spec: { replicas: 0 } }) } },
      properties: { ...ofKind('StatefulSet').properties, replicas: 0, waitForRollout: false },
      changes: [
        'PATCH /apis/apps/v1/namespaces/front/statefulsets/web/scale?fieldManager=slipway {"spec":{"replicas":0}}',
      ],
    },
    'refuses to scale a daemon set': {
      ...{ ...scale, properties: { ...ofKind('DaemonSet').properties, replicas: 2 }, changes: [], outputs: {} },
      error: 'Error: a daemon set has no number of replicas',
    },
    'deletes an object': {
      ...{ task: 'kubernetes.Delete', properties: { resourceKind: 'Deployment', resourceName: 'web' } },
      replies: { groupResources: apps, delete: json({ status: 'Success' }) },
      changes: ['DELETE /apis/apps/v1/namespaces/shop/deployments/web?propagationPolicy=Background'],
      printed: 'Deleted Deployment web',
    },
    'deletes an object of the core group that does not exist': {
      ...{ task: 'kubernetes.Delete', replies: { coreResources: core, deleteCore: refusal(404, 'not found') } },
      properties: { apiVersion: 'v1', resourceKind: 'ConfigMap', resourceName: 'settings' },
      printed: 'There is no ConfigMap settings',
    },
  });
  kubernetes.faults({ of: rollout, polls: ['rolloutDeployment'] });
});

const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' }, spec: { backoffLimit: 0 } };
const annotations = { 'slipway/task': 'Applications/Release1/Phase1/Task1' };
const jobState = (type?: string, message = '') =>
  json({
    metadata: { annotations },
    status: { active: 1, ...(type && { conditions: [{ type, status: 'True', message }] }) },
  });
const pods = json({
  items: [
    { metadata: { name: 'migrate-a', creationTimestamp: '2026-01-01T00:00:00Z' } },
    { metadata: { name: 'migrate-b', creationTimestamp: '2026-01-01T00:01:00Z' } },
  ],
});
const created = `POST /apis/batch/v1/namespaces/shop/jobs?fieldManager=slipway ${JSON.stringify({
  ...{ apiVersion: 'batch/v1', kind: 'Job', spec: { backoffLimit: 0 } },
  metadata: { name: 'migrate', annotations },
})}`;
const removed = 'DELETE /apis/batch/v1/namespaces/shop/jobs/migrate?propagationPolicy=Background';
const run: Case = {
  ...{ task: 'kubernetes.RunJob', properties: { manifest: JSON.stringify(job), deleteJob: true } },
  replies: {
    ...{ createJob: json({}), getJob: [jobState(), jobState('SuccessCriteriaMet'), jobState('Complete')] },
    ...{ listPods: pods, podLog: { text: 'one\ntwo\n' }, deleteJob: json({ status: 'Success' }) },
  },
  changes: [created, removed],
  outputs: { jobName: 'migrate', jobStatus: 'Complete', logs: 'one\ntwo\n' },
  statusLine: 'Job migrate: Complete',
  printed: 'The job migrate is complete',
};
describe('a job', () => {
  kubernetes.cases({
    'runs a job, stores its log, and deletes it': {
      ...run,
      reads: [
        ...Array.from({ length: 3 }, () => 'GET /apis/batch/v1/namespaces/shop/jobs/migrate'),
        'GET /api/v1/namespaces/shop/pods?labelSelector=job-name%3Dmigrate',
        'GET /api/v1/namespaces/shop/pods/migrate-b/log?tailLines=200&limitBytes=500000',
      ],
    },
    'fails with the message of the job, and keeps its log': {
      ...{ ...run, properties: { manifest: JSON.stringify(job) }, changes: [created], statusLine: undefined },
      replies: { ...run.replies, getJob: jobState('Failed', 'Job has reached\nits limit') },
      outputs: { jobName: 'migrate', jobStatus: 'Failed', logs: 'one\ntwo\n' },
      ...{ printed: '', error: 'Error: the job migrate has failed: Job has reached its limit' },
    },
    'reads no log': {
      ...{ ...run, properties: { manifest: JSON.stringify(job), logLines: 0 }, changes: [created] },
      outputs: { jobName: 'migrate', jobStatus: 'Complete' },
    },
    'refuses an object that is not a job': {
      ...{ ...run, properties: { manifest: single }, changes: [], outputs: {}, statusLine: undefined, printed: '' },
      error: 'Exception: manifest: expected one object of the kind Job',
    },
    'deletes the job of an aborted task': {
      ...{ ...run, abortAfter: 2, outputs: undefined, statusLine: undefined, printed: 'Deleted the job migrate' },
    },
    'deletes no job of another owner': {
      ...{ ...run, abortAfter: 1, outputs: undefined, statusLine: undefined, changes: [] },
      ...{ replies: { getJob: json({ metadata: { annotations: {} } }) }, printed: 'The task has created no job' },
    },
  });
  kubernetes.faults({ of: run, reads: ['listPods'], changes: ['createJob'], polls: ['getJob'] });
});
