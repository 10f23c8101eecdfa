import type { Json } from '../model/json.ts';
import {
  equals,
  field,
  headerToken,
  headerTokenWarning,
  parameterToken,
  sampleCommit,
  sampleTime,
  urlTokenWarning,
} from './conditions.ts';
import type { Sender } from './sender.ts';

const buildFields = [field('job', 'name'), field('branch', 'build.scm.branch', 'origin/')];
const build = (phase: string, result: Readonly<Record<string, Json>>) => ({
  headers: {},
  event: {
    ...{ name: 'shop', url: 'job/shop/' },
    build: {
      ...{ full_url: 'https://jenkins.example.com/job/shop/18/', number: 18, phase, ...result },
      ...{ url: 'job/shop/18/', scm: { branch: 'origin/main', commit: sampleCommit }, artifacts: {} },
    },
  },
});

/** The Notification plugin of Jenkins (plugins.jenkins.io/notification). */
export const jenkins: Sender = {
  ...{ id: 'jenkins', title: 'Jenkins', path: 'jenkins' },
  authentication: parameterToken('token'),
  instructions:
    'Install the Notification plugin, and add an endpoint under Job Notifications of the job. Select JSON and HTTP, and paste the URL, which contains the token.',
  ...{ urlName: 'URL', secretName: 'Token in the URL' },
  warning: urlTokenWarning,
  pings: [],
  events: [
    {
      ...{ id: 'finished', title: 'Finished build', releaseTitle: '${event.name} ${event.build.number}' },
      conditions: [equals('event.build.phase', 'FINALIZED')],
      fields: [...buildFields, field('status', 'build.status')],
      sample: build('FINALIZED', { status: 'SUCCESS' }),
    },
    {
      ...{ id: 'started', title: 'Started build', releaseTitle: '${event.name} ${event.build.number}' },
      conditions: [equals('event.build.phase', 'STARTED')],
      fields: buildFields,
      sample: build('STARTED', {}),
    },
  ],
};

/** A template and a trigger of Argo CD, which send an event once for each revision. */
const argoTemplate = (name: string, condition: string) => `  template.slipway-${name}: |
    webhook:
      slipway:
        method: POST
        body: |
          {
            "event": "${name}",
            "application": {{toJson .app.metadata.name}},
            "repository": {{with .app.spec.source}}{{toJson .repoURL}}{{else}}null{{end}},
            "revision": {{toJson .app.status.operationState.operation.sync.revision}},
            "syncStatus": {{toJson .app.status.sync.status}},
            "healthStatus": {{toJson .app.status.health.status}},
            "phase": {{toJson .app.status.operationState.phase}},
            "finishedAt": {{toJson .app.status.operationState.finishedAt}}
          }
  trigger.slipway-${name}: |
    - when: ${condition}
      oncePer: app.status.operationState.operation.sync.revision
      send: [slipway-${name}]
`;

const succeeded = "app.status.operationState.phase in ['Succeeded'] and app.status.health.status == 'Healthy'";
const failed = "app.status.operationState.phase in ['Error', 'Failed']";

/** The configuration of Argo CD: a webhook service and templates, because Argo CD has no body of its own. */
const argoConfiguration = `apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-notifications-cm
data:
  service.webhook.slipway: |
    url: {url}
    headers:
      - name: Content-Type
        value: application/json
      - name: Authorization
        value: Bearer $slipway-token
${argoTemplate('deployed', succeeded)}${argoTemplate('sync-failed', failed)}`;

const argoFields = [
  ...[field('application', 'application'), field('repository', 'repository'), field('version', 'revision')],
  field('status', 'healthStatus'),
];
const argoSample = (name: string, state: Readonly<Record<string, Json>>) => ({
  headers: {},
  event: {
    ...{ event: name, application: 'shop-prod', repository: 'https://git.example.com/shop-config.git' },
    ...{ revision: sampleCommit, ...state, finishedAt: sampleTime },
  },
});

/** Argo CD Notifications (argo-cd.readthedocs.io, Notifications, Webhook). */
export const argoCd: Sender = {
  ...{ id: 'argocd', title: 'Argo CD', path: 'argocd' },
  authentication: headerToken('Authorization'),
  instructions:
    'Add the configuration to the ConfigMap argocd-notifications-cm, and the token as slipway-token to the Secret argocd-notifications-secret. Then annotate the application with notifications.argoproj.io/subscribe.slipway-deployed.slipway.',
  ...{ urlName: 'url', secretName: 'slipway-token' },
  warning: headerTokenWarning,
  configuration: argoConfiguration,
  pings: [],
  events: [
    {
      ...{ id: 'deployed', title: 'Deployed application', releaseTitle: '${event.application} ${event.revision}' },
      conditions: [equals('event.event', 'deployed')],
      fields: argoFields,
      sample: argoSample('deployed', { syncStatus: 'Synced', healthStatus: 'Healthy', phase: 'Succeeded' }),
    },
    {
      ...{ id: 'sync-failed', title: 'Failed sync', releaseTitle: '${event.application} ${event.revision}' },
      conditions: [equals('event.event', 'sync-failed')],
      fields: argoFields,
      sample: argoSample('sync-failed', { syncStatus: 'OutOfSync', healthStatus: 'Degraded', phase: 'Failed' }),
    },
  ],
};
