import {
  equals,
  exists,
  field,
  headerToken,
  headerTokenWarning,
  sampleDigest,
  sampleTime,
  startsWith,
} from './conditions.ts';
import type { Sender, SenderEvent } from './sender.ts';

const alertmanagerConfiguration = `receivers:
  - name: slipway
    webhook_configs:
      - url: {url}
        send_resolved: true
        http_config:
          authorization:
            type: Bearer
            credentials: {secret}
`;

const labels = { alertname: 'HighErrorRate', service: 'shop', env: 'prod', severity: 'critical' };
const annotations = { summary: 'Many errors' };

const alert = (status: 'firing' | 'resolved', title: string): SenderEvent => ({
  ...{ id: status, title, releaseTitle: '${event.commonLabels.alertname}: ${event.commonLabels.service}' },
  conditions: [equals('event.status', status), exists('event.groupKey')],
  fields: [
    // One matching alert of the group is sufficient. The common labels lack each label in which the alerts differ.
    ...[field('alert', 'alerts..labels.alertname'), field('service', 'alerts..labels.service')],
    ...[field('environment', 'alerts..labels.env'), field('severity', 'alerts..labels.severity')],
  ],
  sample: {
    headers: {},
    event: {
      ...{ version: '4', groupKey: '{}:{alertname="HighErrorRate"}', truncatedAlerts: 0, status, receiver: 'slipway' },
      ...{ groupLabels: { alertname: labels.alertname }, commonLabels: labels, commonAnnotations: annotations },
      externalURL: 'https://alertmanager.example.com',
      alerts: [{ status, labels, annotations, startsAt: sampleTime, fingerprint: '0123456789abcdef' }],
    },
  },
});

/** Prometheus Alertmanager (prometheus.io, Alerting, Configuration, webhook_config). */
export const alertmanager: Sender = {
  ...{ id: 'alertmanager', title: 'Prometheus Alertmanager', path: 'alertmanager' },
  authentication: headerToken('Authorization'),
  instructions:
    'Add the receiver to alertmanager.yml, and name it in a route. Then reload Alertmanager, which repeats a notification after an error of the server.',
  ...{ urlName: 'url', secretName: 'credentials' },
  warning: headerTokenWarning,
  configuration: alertmanagerConfiguration,
  pings: [],
  events: [alert('firing', 'Firing alerts'), alert('resolved', 'Resolved alerts')],
};

const cloudHeaders = { 'Content-Type': 'application/cloudevents+json' };
const cloudEvent = { specversion: '1.0', time: sampleTime, datacontenttype: 'application/json' };
const [source, subject] = [field('source', 'source'), field('subject', 'subject')];

/** CloudEvents 1.0 over HTTP in binary, structured and batched mode (cloudevents.io, HTTP Protocol Binding). */
export const cloudEvents: Sender = {
  ...{ id: 'cloudevents', title: 'CloudEvents', path: 'cloudevents' },
  authentication: headerToken('Authorization'),
  instructions:
    'Enter the URL as the sink of the sender. If it validates the sink, the endpoint grants the request; let it send the token as a bearer token.',
  ...{ urlName: 'Sink', secretName: 'Bearer token' },
  warning: headerTokenWarning,
  pings: [],
  events: [
    {
      ...{ id: 'deployed', title: 'Deployed service (CDEvents)' },
      releaseTitle: '${event.data.subject.id} ${event.data.subject.content.environment.id}',
      conditions: [startsWith('event.type', 'dev.cdevents.service.deployed.')],
      fields: [
        ...[source, field('service', 'data.subject.id'), field('environment', 'data.subject.content.environment.id')],
        field('version', 'data.subject.content.artifactId'),
      ],
      sample: {
        headers: cloudHeaders,
        event: {
          ...{ ...cloudEvent, id: '00000000-0000-0000-0000-000000000031', source: '/cd/shop', subject: 'shop' },
          type: 'dev.cdevents.service.deployed.0.2.0',
          data: {
            subject: {
              ...{ id: 'shop', type: 'service' },
              content: { environment: { id: 'eu-1' }, artifactId: `pkg:oci/shop@${sampleDigest}` },
            },
          },
        },
      },
    },
    {
      ...{ id: 'any', title: 'Any event', releaseTitle: '${event.type} ${event.subject}' },
      conditions: [exists('event.specversion')],
      fields: [field('type', 'type'), source, subject],
      sample: {
        headers: cloudHeaders,
        event: {
          ...{ ...cloudEvent, id: '00000000-0000-0000-0000-000000000030', source: '/ci/shop', subject: 'shop 1.4.0' },
          type: 'com.example.build.finished',
          data: { version: '1.4.0', branch: 'main', status: 'success' },
        },
      },
    },
  ],
};
