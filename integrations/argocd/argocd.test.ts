import { json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'token-of-the-robot' };
const argocd = integrationTests('argocd', {
  connection: { type: 'argocd.Server', authToken: login.password },
  login,
});

const path = '/api/v1/applications/shop';
const state = (phase: string, health: string, more: object = {}) =>
  json({
    status: {
      sync: { status: 'Synced', revision: 'c0ffee' },
      ...{ health: { status: health }, operationState: { phase } },
    },
    ...more,
  });
const healthy = state('Succeeded', 'Healthy');
const started = json({ operation: {} });
const sync: Case = {
  task: 'argocd.SyncApplication',
  properties: {
    application: 'shop',
    revision: 'v1',
    prune: true,
    syncOptions: 'CreateNamespace=true,\nApplyOutOfSyncOnly=true',
  },
  replies: {
    sync: started,
    getApplication: [state('Succeeded', 'Healthy', { operation: {} }), state('Running', 'Progressing'), healthy],
  },
  changes: [
    `POST ${path}/sync {"name":"shop","prune":true,"dryRun":false,"revision":"v1","syncOptions":{"items":["CreateNamespace=true","ApplyOutOfSyncOnly=true"]}}`,
  ],
  outputs: { syncStatus: 'Synced', healthStatus: 'Healthy', syncedRevision: 'c0ffee' },
  statusLine: 'shop: Synced, Healthy',
  printed: 'The application shop is Synced and healthy',
  waitedSeconds: 14,
};
const failed = { ...sync, printed: '', statusLine: undefined, waitedSeconds: undefined };
const check: Case = {
  ...{ task: 'argocd.CheckHealth', properties: { application: 'shop', project: 'a b' } },
  replies: { getApplication: [state('Succeeded', 'Degraded'), state('Succeeded', 'Progressing'), healthy] },
  ...{ changes: [], outputs: { syncStatus: 'Synced', healthStatus: 'Healthy' }, waitedSeconds: 20 },
};

argocd.check({ userInfo: json({ loggedIn: true }) });
argocd.cases({
  'synchronizes an application, and waits until it is healthy': sync,
  'does not wait for the health': {
    ...{ ...sync, properties: { application: 'shop', project: 'a', waitForHealth: false } },
    replies: { sync: started, getApplication: state('Succeeded', 'Progressing') },
    changes: [`POST ${path}/sync {"name":"shop","prune":false,"dryRun":false,"project":"a"}`],
    reads: [`GET ${path}?project=a`],
    outputs: { syncStatus: 'Synced', healthStatus: 'Progressing', syncedRevision: 'c0ffee' },
    ...{ statusLine: 'shop: Synced, Progressing', printed: 'Synchronized the application shop', waitedSeconds: 3 },
  },
  'fails with the message of a failed operation, and keeps the outputs': {
    ...failed,
    replies: {
      sync: started,
      getApplication: json({
        status: {
          ...{ sync: { status: 'OutOfSync' }, health: { status: 'Missing' } },
          operationState: { phase: 'Failed', message: 'one or more objects\nfailed to apply' },
        },
      }),
    },
    outputs: { syncStatus: 'OutOfSync', healthStatus: 'Missing' },
    error: 'Error: the synchronization of shop has failed: one or more objects failed to apply',
  },
  'fails for an application that stays degraded': {
    ...{ ...failed, replies: { sync: started, getApplication: state('Succeeded', 'Degraded') } },
    outputs: { syncStatus: 'Synced', healthStatus: 'Degraded', syncedRevision: 'c0ffee' },
    error: 'Error: the application shop is degraded',
  },
  'terminates the operation of an aborted task': {
    ...{ ...failed, abortAfter: 2, outputs: undefined },
    replies: { ...sync.replies, terminate: json({}) },
    changes: [...(sync.changes ?? []), `DELETE ${path}/operation`],
    printed: 'Terminated the operation of shop, if one was running',
  },
  'waits until an application is healthy': check,
});
argocd.faults({ of: sync, changes: ['sync'], polls: ['getApplication'] });
