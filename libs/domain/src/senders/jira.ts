import { equals, field, parameterToken, signature, urlTokenWarning } from './conditions.ts';
import type { Sender, SenderEvent } from './sender.ts';

const event = (name: string) => equals('event.webhookEvent', name);
const timestamp = 1_777_881_600_000;
const user = { accountId: '000000:example', name: 'ada', displayName: 'Ada' };
const issue = {
  ...{ id: '10010', key: 'SHOP-42' },
  fields: {
    ...{ summary: 'Prices in euros', issuetype: { name: 'Task' }, project: { key: 'SHOP' }, status: { name: 'Done' } },
    ...{ fixVersions: [{ name: '1.4.0' }], labels: ['release'] },
  },
};
const change = { field: 'status', fieldtype: 'jira', fromString: 'In Progress', toString: 'Done' };
const headers = { 'X-Atlassian-Webhook-Identifier': '4e0c1f4a-6d0a-4fd5-9d3f-2c2f0a0c7f11' };
const issueFields = [
  ...[field('project', 'issue.fields.project.key'), field('status', 'issue.fields.status.name')],
  ...[field('version', 'issue.fields.fixVersions..name'), field('author', 'user.displayName')],
];

const events: readonly SenderEvent[] = [
  {
    ...{ id: 'status', title: 'Changed status of an issue' },
    releaseTitle: '${event.issue.key} ${event.issue.fields.summary}',
    conditions: [event('jira:issue_updated'), equals('event.changelog.items..field', 'status')],
    fields: issueFields,
    sample: {
      headers,
      event: {
        ...{ timestamp, webhookEvent: 'jira:issue_updated', issue_event_type_name: 'issue_generic', user, issue },
        changelog: { id: '10001', items: [change] },
      },
    },
  },
  {
    ...{ id: 'created', title: 'Created issue', releaseTitle: '${event.issue.key} ${event.issue.fields.summary}' },
    conditions: [event('jira:issue_created')],
    fields: issueFields,
    sample: { headers, event: { timestamp, webhookEvent: 'jira:issue_created', user, issue } },
  },
  {
    ...{ id: 'version', title: 'Released version', releaseTitle: 'Version ${event.version.name}' },
    conditions: [event('jira:version_released')],
    fields: [field('project', 'version.projectId'), field('version', 'version.name')],
    sample: {
      headers,
      event: {
        ...{ timestamp, webhookEvent: 'jira:version_released' },
        version: { id: '10000', name: '1.4.0', description: '', archived: false, released: true, projectId: 10_002 },
      },
    },
  },
];

/** Jira Cloud (developer.atlassian.com, Webhooks). Only webhooks of an administrator are signed. */
export const jiraCloud: Sender = {
  ...{ id: 'jira', title: 'Jira Cloud', path: 'jira' },
  authentication: signature('X-Hub-Signature'),
  deduplicationKey: 'X-Atlassian-Webhook-Identifier',
  instructions:
    'Open Settings, System, WebHooks, and select Create a WebHook. Paste the URL and the secret, and select the events.',
  ...{ urlName: 'URL', secretName: 'Secret' },
  pings: [],
  events,
};

/** Jira Data Center. No page describes a signature, so its secret is a part of the URL. */
export const jiraServer: Sender = {
  ...{ id: 'jira-server', title: 'Jira Data Center', path: 'jira' },
  authentication: parameterToken('token'),
  instructions:
    'Open Administration, System, WebHooks, and select Create a WebHook. Paste the URL, which contains the token, and select the events.',
  ...{ urlName: 'URL', secretName: 'Token in the URL' },
  warning: urlTokenWarning,
  pings: [],
  events,
};
