import type { Json } from '../model/json.ts';
import {
  differs,
  equals,
  field,
  headerToken,
  headerTokenWarning,
  sampleCommit,
  samplePerson,
  startsWith,
} from './conditions.ts';
import type { Sender } from './sender.ts';

const event = (name: string) => equals('headers.X-Gitlab-Event', name);
/** Git hosts send this hash instead of the commit of a deleted branch or tag. */
const isNotDeleted = differs('event.after', '0'.repeat(40));
const project = { id: 15, name: 'shop', path_with_namespace: 'acme/shop', default_branch: 'main' };
const sample = (name: string, payload: Readonly<Record<string, Json>>) => ({
  headers: { 'X-Gitlab-Event': name, 'Idempotency-Key': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f' },
  event: { ...payload, project },
});
const commit = { id: sampleCommit, title: 'Fix the price', message: 'Fix the price', author: samplePerson };
const repository = field('repository', 'project.path_with_namespace');

/** GitLab (docs.gitlab.com, Webhooks; Webhook events). */
export const gitlab: Sender = {
  ...{ id: 'gitlab', title: 'GitLab', path: 'gitlab' },
  authentication: headerToken('X-Gitlab-Token'),
  deduplicationKey: 'Idempotency-Key',
  instructions:
    'In the project or group, open Settings, Webhooks, and select Add new webhook. Paste the URL and the secret token, and select the events.',
  ...{ urlName: 'URL', secretName: 'Secret token' },
  warning: `${headerTokenWarning} If GitLab offers a signing token, select the authentication Standard Webhooks and paste that token.`,
  pings: [],
  events: [
    {
      ...{ id: 'push', title: 'Push to a branch', releaseTitle: '${event.project.name} ${event.after}' },
      conditions: [event('Push Hook'), startsWith('event.ref', 'refs/heads/'), isNotDeleted],
      fields: [repository, field('branch', 'ref', 'refs/heads/'), field('author', 'user_username')],
      sample: sample('Push Hook', {
        ...{ object_kind: 'push', ref: 'refs/heads/main', after: sampleCommit, checkout_sha: sampleCommit },
        ...{ user_username: 'ada', commits: [commit], total_commits_count: 1 },
      }),
    },
    {
      ...{ id: 'tag', title: 'New tag', releaseTitle: '${event.project.name} ${event.ref}' },
      conditions: [event('Tag Push Hook'), isNotDeleted],
      fields: [repository, field('tag', 'ref', 'refs/tags/'), field('author', 'user_username')],
      sample: sample('Tag Push Hook', {
        ...{ object_kind: 'tag_push', ref: 'refs/tags/v1.4.0', after: sampleCommit, checkout_sha: sampleCommit },
        ...{ user_username: 'ada', commits: [], total_commits_count: 0 },
      }),
    },
    {
      ...{ id: 'release', title: 'Created release', releaseTitle: '${event.project.name} ${event.tag}' },
      conditions: [event('Release Hook'), equals('event.action', 'create')],
      fields: [repository, field('version', 'tag')],
      sample: sample('Release Hook', {
        ...{ object_kind: 'release', action: 'create', tag: 'v1.4.0', name: 'Autumn', commit },
      }),
    },
    {
      ...{ id: 'merge', title: 'Merged merge request' },
      releaseTitle: '${event.project.name} !${event.object_attributes.iid} ${event.object_attributes.title}',
      conditions: [event('Merge Request Hook'), equals('event.object_attributes.action', 'merge')],
      fields: [repository, field('branch', 'object_attributes.target_branch'), field('author', 'user.username')],
      sample: sample('Merge Request Hook', {
        ...{ object_kind: 'merge_request', user: { username: 'ada' } },
        object_attributes: {
          ...{ iid: 17, title: 'Prices in euros', action: 'merge', state: 'merged', source_branch: 'euros' },
          ...{ target_branch: 'main', merge_commit_sha: sampleCommit, last_commit: commit },
        },
      }),
    },
    {
      ...{ id: 'pipeline', title: 'Successful pipeline' },
      releaseTitle: '${event.project.name} ${event.object_attributes.ref} ${event.object_attributes.sha}',
      conditions: [event('Pipeline Hook'), equals('event.object_attributes.status', 'success')],
      fields: [repository, field('branch', 'object_attributes.ref'), field('author', 'user.username')],
      sample: sample('Pipeline Hook', {
        ...{ object_kind: 'pipeline', user: { username: 'ada' }, commit },
        object_attributes: {
          ...{ id: 31, ref: 'main', tag: false, sha: sampleCommit, source: 'push', status: 'success', duration: 180 },
        },
      }),
    },
  ],
};
