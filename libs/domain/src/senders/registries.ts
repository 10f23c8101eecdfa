import type { Json } from '../model/json.ts';
import {
  equals,
  exists,
  field,
  headerToken,
  headerTokenWarning,
  parameterToken,
  sampleDigest,
  sampleTime,
  urlTokenWarning,
} from './conditions.ts';
import type { Sender } from './sender.ts';

/** Docker Hub (docs.docker.com, Docker Hub webhooks). It sends only pushes. */
export const dockerHub: Sender = {
  ...{ id: 'docker-hub', title: 'Docker Hub', path: 'docker-hub' },
  authentication: parameterToken('token'),
  instructions:
    'In the repository, open Webhooks. Enter a name, paste the URL, which contains the token, and select Create.',
  ...{ urlName: 'Webhook URL', secretName: 'Token in the URL' },
  warning: `${urlTokenWarning} The server never calls the callback URL in the body.`,
  pings: [],
  events: [
    {
      ...{ id: 'push', title: 'Pushed image' },
      releaseTitle: '${event.repository.name} ${event.push_data.tag}',
      conditions: [exists('event.push_data.tag')],
      fields: [
        ...[field('repository', 'repository.repo_name'), field('tag', 'push_data.tag')],
        field('author', 'push_data.pusher'),
      ],
      sample: {
        headers: {},
        event: {
          callback_url: 'https://registry.hub.docker.com/u/acme/shop/hook/0000/',
          push_data: { pushed_at: 1_777_881_600, pusher: 'ada', tag: '1.4.0' },
          repository: {
            ...{ name: 'shop', namespace: 'acme', owner: 'acme', repo_name: 'acme/shop', status: 'Active' },
            repo_url: 'https://hub.docker.com/r/acme/shop',
          },
        },
      },
    },
  ],
};

const registryConfiguration = `notifications:
  endpoints:
    - name: slipway
      url: {url}
      headers:
        Authorization: [Bearer {secret}]
      timeout: 5s
      threshold: 5
      backoff: 10s
      ignoredmediatypes:
        - application/octet-stream
`;

const registrySample = (id: string, action: string, target: Readonly<Record<string, Json>>) => ({
  headers: {},
  event: {
    ...{ id, timestamp: sampleTime, action, target: { ...target, digest: sampleDigest, repository: 'acme/shop' } },
    ...{ request: { id: 'r1', host: 'registry.example.com' }, actor: { name: 'ada' } },
  },
});
const registryFields = [field('repository', 'target.repository'), field('author', 'actor.name')];

/** The notifications of the Distribution registry (distribution.github.io, Notifications). */
export const ociRegistry: Sender = {
  ...{ id: 'oci-registry', title: 'Docker registry (Distribution)', path: 'registry' },
  authentication: headerToken('Authorization'),
  instructions:
    'Add the configuration to config.yml of the registry. Then restart the registry, which repeats each notification until it is accepted.',
  ...{ urlName: 'url', secretName: 'Authorization' },
  warning: headerTokenWarning,
  configuration: registryConfiguration,
  pings: [],
  events: [
    {
      ...{ id: 'push', title: 'Pushed tag', releaseTitle: '${event.target.repository} ${event.target.tag}' },
      conditions: [equals('event.action', 'push'), exists('event.target.tag')],
      fields: [...registryFields, field('tag', 'target.tag')],
      sample: registrySample('00000000-0000-0000-0000-000000000010', 'push', {
        mediaType: 'application/vnd.oci.image.manifest.v1+json',
        ...{ size: 708, tag: '1.4.0' },
      }),
    },
    {
      ...{ id: 'delete', title: 'Deleted image', releaseTitle: '${event.target.repository} ${event.target.digest}' },
      conditions: [equals('event.action', 'delete')],
      fields: registryFields,
      sample: registrySample('00000000-0000-0000-0000-000000000012', 'delete', {}),
    },
  ],
};

const resource = { digest: sampleDigest, tag: '1.4.0', resource_url: 'harbor.example.com/acme/shop:1.4.0' };
const harborData = (state: Readonly<Record<string, Json>> = {}) => ({
  resources: [{ ...resource, ...state }],
  repository: { name: 'shop', namespace: 'acme', repo_full_name: 'acme/shop', repo_type: 'private' },
});
const harborFields = (data: 'event_data' | 'data') => [
  ...[field('repository', `${data}.repository.repo_full_name`), field('project', `${data}.repository.namespace`)],
  ...[field('tag', `${data}.resources[0].tag`), field('author', 'operator')],
];
const harborTitle = (data: string) => `\${event.${data}.repository.name} \${event.${data}.resources[0].tag}`;

/** Harbor (goharbor.io, Configure Webhook Notifications), with both of its payload formats. */
export const harbor: Sender = {
  ...{ id: 'harbor', title: 'Harbor', path: 'harbor' },
  authentication: headerToken('Authorization'),
  instructions:
    'In the project, open Webhooks, select New Webhook, and select the notify type http. Paste the URL, and the token as the auth header.',
  ...{ urlName: 'Endpoint URL', secretName: 'Auth Header' },
  warning: headerTokenWarning,
  pings: [],
  events: [
    {
      ...{ id: 'push', title: 'Pushed artifact', releaseTitle: harborTitle('event_data') },
      conditions: [equals('event.type', 'PUSH_ARTIFACT')],
      fields: harborFields('event_data'),
      sample: {
        headers: {},
        event: { type: 'PUSH_ARTIFACT', occur_at: 1_777_881_600, operator: 'robot$ci', event_data: harborData() },
      },
    },
    {
      ...{ id: 'scan', title: 'Completed scan', releaseTitle: harborTitle('event_data') },
      conditions: [equals('event.type', 'SCANNING_COMPLETED')],
      fields: [...harborFields('event_data'), field('severity', 'event_data.resources[0].scan_overview..severity')],
      sample: {
        headers: {},
        event: {
          ...{ type: 'SCANNING_COMPLETED', occur_at: 1_777_881_600, operator: 'auto' },
          event_data: harborData({ scan_overview: { 'application/vnd.scan+json': { severity: 'Low' } } }),
        },
      },
    },
    {
      ...{ id: 'cloud-push', title: 'Pushed artifact (CloudEvents format)', releaseTitle: harborTitle('data') },
      conditions: [equals('event.type', 'harbor.artifact.pushed')],
      fields: harborFields('data'),
      sample: {
        headers: {},
        event: {
          ...{ specversion: '1.0', id: '00000000-0000-0000-0000-000000000020', time: sampleTime },
          ...{ source: '/projects/2/webhook/policies/15', type: 'harbor.artifact.pushed', operator: 'robot$ci' },
          ...{ datacontenttype: 'application/json', data: harborData() },
        },
      },
    },
  ],
};
