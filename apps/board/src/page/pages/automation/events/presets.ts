import { t } from '../../../navigation/text.ts';

interface Expression {
  readonly path: string;
  readonly operator: 'EQUALS' | 'NOT_EQUALS' | 'STARTS_WITH';
  readonly valueType: 'STRING' | 'BOOLEAN';
  readonly value: string;
}

/** An event that starts releases often. */
export interface EventPreset {
  readonly id: string;
  readonly label: string;
  /** The conditions of its filter. */
  readonly expressions: readonly Expression[];
  /** The title of its releases, with paths into the event. */
  readonly releaseTitle: string;
  /** A shortened event of this kind, with invented values. */
  readonly sample: {
    readonly headers: Readonly<Record<string, string>>;
    readonly event: unknown;
  };
}

const equals = (path: string, value: string): Expression => ({
  ...{ path, value },
  operator: 'EQUALS',
  valueType: 'STRING',
});
const isTrue = (path: string, value = 'true'): Expression => ({ ...equals(path, value), valueType: 'BOOLEAN' });
const differs = (path: string, value: string): Expression => ({ ...equals(path, value), operator: 'NOT_EQUALS' });

const commit = '5d1c1f0e9c3b4a7d8e6f2a1b0c9d8e7f6a5b4c3d';
/** Git hosts send this hash instead of the commit of a deleted branch or tag. */
const noCommit = '0'.repeat(40);
const branch = 'refs/heads/main';
const person = { name: 'Ada', email: 'ada@example.com' };
const labels = {
  push: t('push to the branch main'),
  tag: t('new tag'),
  release: t('published release'),
  merge: t('merge into the branch main'),
} as const;

const github = (event: string) => equals('headers.X-GitHub-Event', event);
const githubSample = (event: string, payload: object) => ({
  headers: { 'X-GitHub-Event': event, 'X-GitHub-Delivery': '8c2f' },
  event: { ...payload, repository: { name: 'shop', full_name: 'acme/shop', default_branch: 'main' } },
});
const githubCommit = { id: commit, message: 'Fix the price', author: person, url: 'https://github.com/acme/shop' };

export const githubEvents: readonly EventPreset[] = [
  {
    ...{ id: 'push', label: labels.push, releaseTitle: '${event.repository.name} ${event.after}' },
    expressions: [github('push'), equals('event.ref', branch), isTrue('event.deleted', 'false')],
    sample: githubSample('push', {
      ...{ ref: branch, after: commit, created: false, deleted: false, pusher: person },
      ...{ head_commit: githubCommit, commits: [githubCommit] },
    }),
  },
  {
    ...{ id: 'tag', label: labels.tag, releaseTitle: '${event.repository.name} ${event.ref}' },
    expressions: [
      github('push'),
      { ...equals('event.ref', 'refs/tags/'), operator: 'STARTS_WITH' },
      isTrue('event.created'),
    ],
    sample: githubSample('push', { ref: 'refs/tags/v1.4.0', after: commit, created: true, deleted: false }),
  },
  {
    ...{ id: 'release', label: labels.release, releaseTitle: '${event.repository.name} ${event.release.tag_name}' },
    expressions: [github('release'), equals('event.action', 'published')],
    sample: githubSample('release', {
      action: 'published',
      release: { tag_name: 'v1.4.0', name: 'Autumn', prerelease: false, body: 'Prices in euros' },
    }),
  },
  {
    ...{ id: 'merge', label: labels.merge },
    releaseTitle: '${event.repository.name} #${event.number} ${event.pull_request.title}',
    expressions: [
      github('pull_request'),
      equals('event.action', 'closed'),
      isTrue('event.pull_request.merged'),
      equals('event.pull_request.base.ref', 'main'),
    ],
    sample: githubSample('pull_request', {
      ...{ action: 'closed', number: 17 },
      pull_request: {
        ...{ title: 'Prices in euros', merged: true, merge_commit_sha: commit, user: { login: 'ada' } },
        ...{ head: { ref: 'euros', sha: commit }, base: { ref: 'main' } },
      },
    }),
  },
];

const gitlab = (event: string) => equals('headers.X-Gitlab-Event', event);
const gitlabSample = (event: string, payload: object) => ({
  headers: { 'X-Gitlab-Event': event },
  event: { ...payload, project: { name: 'shop', path_with_namespace: 'acme/shop', default_branch: 'main' } },
});
const gitlabCommit = { id: commit, title: 'Fix the price', message: 'Fix the price', author: person };

export const gitlabEvents: readonly EventPreset[] = [
  {
    ...{ id: 'push', label: labels.push, releaseTitle: '${event.project.name} ${event.after}' },
    expressions: [gitlab('Push Hook'), equals('event.ref', branch), differs('event.after', noCommit)],
    sample: gitlabSample('Push Hook', {
      ...{ object_kind: 'push', ref: branch, after: commit, checkout_sha: commit, user_username: 'ada' },
      commits: [gitlabCommit],
    }),
  },
  {
    ...{ id: 'tag', label: labels.tag, releaseTitle: '${event.project.name} ${event.ref}' },
    expressions: [gitlab('Tag Push Hook'), differs('event.after', noCommit)],
    sample: gitlabSample('Tag Push Hook', {
      ...{ object_kind: 'tag_push', ref: 'refs/tags/v1.4.0', after: commit, checkout_sha: commit },
    }),
  },
  {
    ...{ id: 'release', label: labels.release, releaseTitle: '${event.project.name} ${event.tag}' },
    expressions: [gitlab('Release Hook'), equals('event.action', 'create')],
    sample: gitlabSample('Release Hook', {
      ...{ object_kind: 'release', action: 'create', tag: 'v1.4.0', name: 'Autumn', commit: gitlabCommit },
    }),
  },
  {
    ...{ id: 'merge', label: labels.merge },
    releaseTitle: '${event.project.name} !${event.object_attributes.iid} ${event.object_attributes.title}',
    expressions: [
      gitlab('Merge Request Hook'),
      equals('event.object_attributes.action', 'merge'),
      equals('event.object_attributes.target_branch', 'main'),
    ],
    sample: gitlabSample('Merge Request Hook', {
      object_kind: 'merge_request',
      object_attributes: {
        ...{ iid: 17, title: 'Prices in euros', action: 'merge', source_branch: 'euros', target_branch: 'main' },
        ...{ merge_commit_sha: commit, last_commit: gitlabCommit },
      },
    }),
  },
];

const bitbucket = (event: string) => equals('headers.X-Event-Key', event);
const cloudSample = (event: string, payload: object) => ({
  headers: { 'X-Event-Key': event },
  event: { ...payload, repository: { name: 'shop', full_name: 'acme/shop' }, actor: { display_name: 'Ada' } },
});
const cloudChange = (type: 'branch' | 'tag', name: string) => ({
  push: { changes: [{ new: { type, name, target: { hash: commit, message: 'Fix the price' } }, closed: false }] },
});
const cloudName = 'event.push.changes[0].new.name';
const cloudTitle = `\${event.repository.name} \${${cloudName}}`;

export const bitbucketCloudEvents: readonly EventPreset[] = [
  {
    ...{ id: 'push', label: labels.push, releaseTitle: cloudTitle },
    expressions: [
      bitbucket('repo:push'),
      equals('event.push.changes[0].new.type', 'branch'),
      equals(cloudName, 'main'),
    ],
    sample: cloudSample('repo:push', cloudChange('branch', 'main')),
  },
  {
    ...{ id: 'tag', label: labels.tag, releaseTitle: cloudTitle },
    expressions: [bitbucket('repo:push'), equals('event.push.changes[0].new.type', 'tag')],
    sample: cloudSample('repo:push', cloudChange('tag', 'v1.4.0')),
  },
  {
    ...{ id: 'merge', label: labels.merge },
    releaseTitle: '${event.repository.name} #${event.pullrequest.id} ${event.pullrequest.title}',
    expressions: [bitbucket('pullrequest:fulfilled'), equals('event.pullrequest.destination.branch.name', 'main')],
    sample: cloudSample('pullrequest:fulfilled', {
      pullrequest: {
        ...{ id: 17, title: 'Prices in euros', merge_commit: { hash: commit } },
        ...{ source: { branch: { name: 'euros' } }, destination: { branch: { name: 'main' } } },
      },
    }),
  },
];

const serverRepository = { name: 'shop', slug: 'shop', project: { key: 'ACME' } };
const serverSample = (event: string, payload: object) => ({
  headers: { 'X-Event-Key': event },
  event: { eventKey: event, actor: { name: 'ada', displayName: 'Ada' }, ...payload },
});
const serverChange = (type: 'BRANCH' | 'TAG', displayId: string) => ({
  repository: serverRepository,
  changes: [{ ref: { displayId, type }, toHash: commit, type: type === 'TAG' ? 'ADD' : 'UPDATE' }],
});
const serverTitle = '${event.repository.name} ${event.changes[0].ref.displayId}';

export const bitbucketServerEvents: readonly EventPreset[] = [
  {
    ...{ id: 'push', label: labels.push, releaseTitle: serverTitle },
    expressions: [
      bitbucket('repo:refs_changed'),
      equals('event.changes[0].ref.type', 'BRANCH'),
      equals('event.changes[0].ref.displayId', 'main'),
      differs('event.changes[0].type', 'DELETE'),
    ],
    sample: serverSample('repo:refs_changed', serverChange('BRANCH', 'main')),
  },
  {
    ...{ id: 'tag', label: labels.tag, releaseTitle: serverTitle },
    expressions: [
      bitbucket('repo:refs_changed'),
      equals('event.changes[0].ref.type', 'TAG'),
      equals('event.changes[0].type', 'ADD'),
    ],
    sample: serverSample('repo:refs_changed', serverChange('TAG', 'v1.4.0')),
  },
  {
    ...{ id: 'merge', label: labels.merge },
    releaseTitle: '${event.pullRequest.toRef.repository.name} #${event.pullRequest.id} ${event.pullRequest.title}',
    expressions: [bitbucket('pr:merged'), equals('event.pullRequest.toRef.displayId', 'main')],
    sample: serverSample('pr:merged', {
      pullRequest: {
        ...{ id: 17, title: 'Prices in euros', properties: { mergeCommit: { id: commit } } },
        ...{ fromRef: { displayId: 'euros' }, toRef: { displayId: 'main', repository: serverRepository } },
      },
    }),
  },
];
