import type { Json } from '../model/json.ts';
import { differs, equals, field, sampleCommit, signature } from './conditions.ts';
import type { Sender } from './sender.ts';

const event = (name: string) => equals('headers.X-Event-Key', name);

const cloudSample = (name: string, payload: Readonly<Record<string, Json>>) => ({
  headers: { 'X-Event-Key': name, 'X-Request-UUID': 'af2c9f0d-8f4e-4bb6-b9d1-0f2c54e1f2a7' },
  event: {
    ...payload,
    repository: { name: 'shop', full_name: 'acme/shop' },
    actor: { display_name: 'Ada', nickname: 'ada' },
  },
});
const cloudChange = (type: 'branch' | 'tag', name: string) => ({
  push: { changes: [{ new: { type, name, target: { hash: sampleCommit, message: 'Fix the price' } }, closed: false }] },
});
const [cloudRepository, cloudAuthor] = [field('repository', 'repository.full_name'), field('author', 'actor.nickname')];
const cloudName = 'push.changes[0].new.name';
const cloudTitle = `\${event.repository.name} \${event.${cloudName}}`;

/** Bitbucket Cloud (support.atlassian.com, Event payloads). */
export const bitbucketCloud: Sender = {
  ...{ id: 'bitbucket', title: 'Bitbucket Cloud', path: 'bitbucket' },
  authentication: signature('X-Hub-Signature'),
  deduplicationKey: 'X-Request-UUID',
  instructions:
    'In the repository, open Repository settings, Webhooks, and select Add webhook. Paste the URL and the secret, and select the triggers.',
  ...{ urlName: 'URL', secretName: 'Secret' },
  pings: [],
  events: [
    {
      ...{ id: 'push', title: 'Push to a branch', releaseTitle: cloudTitle },
      conditions: [event('repo:push'), equals('event.push.changes[0].new.type', 'branch')],
      fields: [cloudRepository, field('branch', cloudName), cloudAuthor],
      sample: cloudSample('repo:push', cloudChange('branch', 'main')),
    },
    {
      ...{ id: 'tag', title: 'New tag', releaseTitle: cloudTitle },
      conditions: [event('repo:push'), equals('event.push.changes[0].new.type', 'tag')],
      fields: [cloudRepository, field('tag', cloudName), cloudAuthor],
      sample: cloudSample('repo:push', cloudChange('tag', 'v1.4.0')),
    },
    {
      ...{ id: 'merge', title: 'Merged pull request' },
      releaseTitle: '${event.repository.name} #${event.pullrequest.id} ${event.pullrequest.title}',
      conditions: [event('pullrequest:fulfilled')],
      fields: [cloudRepository, field('branch', 'pullrequest.destination.branch.name'), cloudAuthor],
      sample: cloudSample('pullrequest:fulfilled', {
        pullrequest: {
          ...{ id: 17, title: 'Prices in euros', state: 'MERGED', merge_commit: { hash: sampleCommit } },
          ...{ source: { branch: { name: 'euros' } }, destination: { branch: { name: 'main' } } },
        },
      }),
    },
  ],
};

const serverRepository = { name: 'shop', slug: 'shop', project: { key: 'ACME' } };
const serverSample = (name: string, payload: Readonly<Record<string, Json>>) => ({
  headers: { 'X-Event-Key': name, 'X-Request-Id': 'e4c0f3a6-6b6f-4d8e-a7e9-0e8b6d2f1c55' },
  event: { eventKey: name, actor: { name: 'ada', displayName: 'Ada' }, ...payload },
});
const serverChange = (type: 'BRANCH' | 'TAG', displayId: string) => ({
  repository: serverRepository,
  changes: [{ ref: { displayId, type }, toHash: sampleCommit, type: type === 'TAG' ? 'ADD' : 'UPDATE' }],
});
const serverTitle = '${event.repository.name} ${event.changes[0].ref.displayId}';
const serverFields = [field('repository', 'repository.slug'), field('project', 'repository.project.key')];
const mergedRepository = 'pullRequest.toRef.repository';
const serverAuthor = field('author', 'actor.name');

/** Bitbucket Data Center (confluence.atlassian.com, Event payload; Manage webhooks). */
export const bitbucketServer: Sender = {
  ...{ id: 'bitbucket-server', title: 'Bitbucket Data Center', path: 'bitbucket' },
  authentication: signature('X-Hub-Signature'),
  deduplicationKey: 'X-Request-Id',
  instructions:
    'In the repository or project, open Repository settings, Webhooks, and select Create webhook. Paste the URL and the secret, and select the events.',
  ...{ urlName: 'URL', secretName: 'Secret' },
  pings: [event('diagnostics:ping')],
  hasUnsignedPings: true,
  events: [
    {
      ...{ id: 'push', title: 'Push to a branch', releaseTitle: serverTitle },
      conditions: [
        ...[event('repo:refs_changed'), equals('event.changes[0].ref.type', 'BRANCH')],
        differs('event.changes[0].type', 'DELETE'),
      ],
      fields: [...serverFields, field('branch', 'changes[0].ref.displayId'), serverAuthor],
      sample: serverSample('repo:refs_changed', serverChange('BRANCH', 'main')),
    },
    {
      ...{ id: 'tag', title: 'New tag', releaseTitle: serverTitle },
      conditions: [
        ...[event('repo:refs_changed'), equals('event.changes[0].ref.type', 'TAG')],
        equals('event.changes[0].type', 'ADD'),
      ],
      fields: [...serverFields, field('tag', 'changes[0].ref.displayId'), serverAuthor],
      sample: serverSample('repo:refs_changed', serverChange('TAG', 'v1.4.0')),
    },
    {
      ...{ id: 'merge', title: 'Merged pull request' },
      releaseTitle: `\${event.${mergedRepository}.name} #\${event.pullRequest.id} \${event.pullRequest.title}`,
      conditions: [event('pr:merged')],
      fields: [
        ...[field('repository', `${mergedRepository}.slug`), field('project', `${mergedRepository}.project.key`)],
        ...[field('branch', 'pullRequest.toRef.displayId'), serverAuthor],
      ],
      sample: serverSample('pr:merged', {
        pullRequest: {
          ...{ id: 17, title: 'Prices in euros', state: 'MERGED', properties: { mergeCommit: { id: sampleCommit } } },
          ...{ fromRef: { displayId: 'euros' }, toRef: { displayId: 'main', repository: serverRepository } },
        },
      }),
    },
  ],
};
