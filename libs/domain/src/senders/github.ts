import type { Json } from '../model/json.ts';
import { equals, field, isBoolean, sampleCommit, samplePerson, signature, startsWith } from './conditions.ts';
import type { Sender } from './sender.ts';

const event = (name: string) => equals('headers.X-GitHub-Event', name);
const repository = { name: 'shop', full_name: 'acme/shop', default_branch: 'main' };
const sender = { login: 'ada' };
const sample = (name: string, payload: Readonly<Record<string, Json>>) => ({
  headers: { 'X-GitHub-Event': name, 'X-GitHub-Delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
  event: { ...payload, repository, sender },
});
const commit = { id: sampleCommit, message: 'Fix the price', author: samplePerson };
const [repositoryField, author] = [field('repository', 'repository.full_name'), field('author', 'sender.login')];

/** GitHub, also Enterprise Server (docs.github.com, Webhook events and payloads; Validating webhook deliveries). */
export const github: Sender = {
  ...{ id: 'github', title: 'GitHub', path: 'github' },
  authentication: signature('X-Hub-Signature-256'),
  deduplicationKey: 'X-GitHub-Delivery',
  instructions:
    'In the repository or organization, open Settings, Webhooks, and select Add webhook. Paste the URL and the secret, and select the events.',
  ...{ urlName: 'Payload URL', secretName: 'Secret', contentType: 'application/json' },
  pings: [event('ping')],
  events: [
    {
      ...{ id: 'push', title: 'Push to a branch', releaseTitle: '${event.repository.name} ${event.after}' },
      conditions: [event('push'), startsWith('event.ref', 'refs/heads/'), isBoolean('event.deleted', false)],
      fields: [repositoryField, field('branch', 'ref', 'refs/heads/'), author],
      sample: sample('push', {
        ...{ ref: 'refs/heads/main', after: sampleCommit, created: false, deleted: false },
        ...{ pusher: samplePerson, head_commit: commit, commits: [commit] },
      }),
    },
    {
      ...{ id: 'tag', title: 'New tag', releaseTitle: '${event.repository.name} ${event.ref}' },
      conditions: [event('push'), startsWith('event.ref', 'refs/tags/'), isBoolean('event.created', true)],
      fields: [repositoryField, field('tag', 'ref', 'refs/tags/'), author],
      sample: sample('push', { ref: 'refs/tags/v1.4.0', after: sampleCommit, created: true, deleted: false }),
    },
    {
      ...{ id: 'release', title: 'Published release' },
      releaseTitle: '${event.repository.name} ${event.release.tag_name}',
      conditions: [event('release'), equals('event.action', 'published')],
      fields: [repositoryField, field('version', 'release.tag_name'), author],
      sample: sample('release', {
        action: 'published',
        release: { tag_name: 'v1.4.0', name: 'Autumn', draft: false, prerelease: false, body: 'Prices in euros' },
      }),
    },
    {
      ...{ id: 'merge', title: 'Merged pull request' },
      releaseTitle: '${event.repository.name} #${event.number} ${event.pull_request.title}',
      conditions: [
        ...[event('pull_request'), equals('event.action', 'closed'), isBoolean('event.pull_request.merged', true)],
      ],
      fields: [repositoryField, field('branch', 'pull_request.base.ref'), field('author', 'pull_request.user.login')],
      sample: sample('pull_request', {
        ...{ action: 'closed', number: 17 },
        pull_request: {
          ...{ title: 'Prices in euros', merged: true, merge_commit_sha: sampleCommit, user: { login: 'ada' } },
          ...{ head: { ref: 'euros', sha: sampleCommit }, base: { ref: 'main' } },
        },
      }),
    },
    {
      ...{ id: 'workflow', title: 'Completed workflow run' },
      releaseTitle: '${event.repository.name} ${event.workflow.name} ${event.workflow_run.head_sha}',
      conditions: [event('workflow_run'), equals('event.action', 'completed')],
      fields: [
        ...[repositoryField, field('workflow', 'workflow.name'), field('branch', 'workflow_run.head_branch')],
        ...[field('status', 'workflow_run.conclusion'), author],
      ],
      sample: sample('workflow_run', {
        action: 'completed',
        workflow: { id: 31, name: 'build', path: '.github/workflows/build.yml' },
        workflow_run: {
          ...{ id: 9001, name: 'build', event: 'push', head_branch: 'main', head_sha: sampleCommit },
          ...{ status: 'completed', conclusion: 'success', run_number: 42, pull_requests: [] },
        },
      }),
    },
  ],
};
