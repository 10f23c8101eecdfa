import { describe } from 'vitest';
import { done, items, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'ann@example.com', password: 'api-token-of-ann' };
const jira = integrationTests('jira', {
  connection: { type: 'jira.Server', ...login },
  property: 'jiraServer',
  login,
});

const issue = (key: string, status: string) => ({ key, fields: { summary: `About ${key}`, status: { name: status } } });
const isIn = (status: string) => json({ key: 'APP-7', fields: { status: { name: status } } });
const server = json({ deploymentType: 'Server' });
const cloud = json({ deploymentType: 'Cloud' });
const many = Array.from({ length: 230 }, (_, index) => issue(`APP-${index + 1}`, 'Done'));
const transitions = json({
  transitions: [
    { id: '11', name: 'Start', to: { name: 'In Progress' } },
    { id: '31', name: 'Resolve', to: { name: 'Done' } },
  ],
});
const create: Case = {
  task: 'jira.CreateIssue',
  properties: { project: 'APP', title: 'Deploy 1.2', description: 'Line 1\nLine 2', issueType: 'Task' },
  replies: { createIssue: json({ id: '10', key: 'APP-7', self: 'x' }) },
  changes: [
    'POST /rest/api/2/issue {"fields":{"project":{"key":"APP"},"summary":"Deploy 1.2","issuetype":{"name":"Task"},"description":"Line 1\\nLine 2"}}',
  ],
  outputs: { issueId: 'APP-7' },
  printed: 'Created the issue APP-7',
};
const path = '/rest/api/2/issue/APP-7';
const update: Case = {
  task: 'jira.UpdateIssue',
  properties: { issueId: 'APP-7', newStatus: 'done', comment: 'Released', summary: 'New' },
  replies: {
    ...{ updateIssue: done(), getTransitions: transitions, doTransition: done() },
    addComment: json({ id: '3' }),
  },
  changes: [
    `PUT ${path} {"fields":{"summary":"New"}}`,
    `POST ${path}/transitions {"transition":{"id":"31"}}`,
    `POST ${path}/comment {"body":"Released"}`,
  ],
  printed: 'Updated the issue APP-7',
};
const checkIssue: Case = {
  task: 'jira.CheckIssue',
  properties: { issueId: 'APP-7', expectedStatusList: ['closed', 'Done'], pollInterval: 60 },
  replies: { getIssue: [isIn('In Progress'), isIn('Done')] },
  ...{ changes: [], outputs: { finalStatus: 'Done' }, statusLine: 'APP-7: Done', waitedSeconds: 60 },
};
const checkQuery: Case = {
  task: 'jira.CheckQuery',
  properties: { query: 'project = "APP" & x', expectedStatus: 'Done', pollInterval: 10 },
  replies: {
    serverInfo: server,
    search: [json({ total: 1, issues: [issue('A-1', 'Open')] }), items(many.slice(0, 1))],
  },
  outputs: { issues: { 'APP-1': 'About APP-1 - (Done)' } },
  statusLine: '1 of 1 issues: Done',
  waitedSeconds: 11,
};

jira.check({ myself: json({ displayName: 'Ann' }) });
describe('creating issues', () => {
  jira.cases({
    'creates an issue': create,
    'creates an issue from JSON': {
      ...{ ...create, task: 'jira.CreateIssueJson' },
      properties: {
        jsonObj: '{"fields": {"project": {"key": "B"}, "summary": "S", "issuetype": {"name": "Bug"}, "labels": ["x"]}}',
      },
      changes: [
        'POST /rest/api/2/issue {"fields":{"project":{"key":"B"},"summary":"S","issuetype":{"name":"Bug"},"labels":["x"]}}',
      ],
    },
    'refuses an issue that is not JSON': {
      ...{ ...create, task: 'jira.CreateIssueJson', properties: { jsonObj: '{fields}' } },
      ...{ changes: [], outputs: {}, printed: '', error: /^Error: the issue is not JSON: / },
    },
    'names the fields that Jira refuses': {
      ...{ ...create, outputs: {}, printed: '' },
      replies: { createIssue: { status: 400, text: '{"errorMessages":[],"errors":{"summary":"is too long"}}' } },
      error: 'Error: POST /rest/api/2/issue: the server returned 400 Bad Request: {"summary":"is too long"}',
    },
  });
  jira.faults({ of: create, changes: ['createIssue'] });
});
describe('updating issues', () => {
  jira.cases({
    'changes fields and the status, and adds a comment': update,
    'sends JSON of additional fields as such': {
      ...{ ...update, replies: { updateIssue: done() } },
      properties: { issueId: 'APP-7', additionalFields: { labels: '["a"]', customfield_10010: '[draft] x' } },
      changes: [`PUT ${path} {"fields":{"labels":["a"],"customfield_10010":"[draft] x"}}`],
    },
    'leaves an issue that has the status already': {
      ...{ ...update, properties: { issueId: 'APP-7', newStatus: 'Closed' }, changes: [] },
      replies: { getTransitions: transitions, getIssue: isIn('Closed') },
      printed: 'The issue APP-7 has the status Closed already\nUpdated the issue APP-7',
    },
    'names the possible transitions': {
      ...{ ...update, properties: { issueId: 'APP-7', newStatus: 'Closed' }, changes: [], printed: '' },
      replies: { getTransitions: transitions, getIssue: isIn('Open') },
      error: "Error: the issue APP-7 has no transition 'Closed' from the status 'Open'; there are: 'Start', 'Resolve'",
    },
    'updates the issues of a map, and names those that are updated if one fails': {
      ...{ ...update, task: 'jira.UpdateIssues', printed: 'Updated the issue A-1' },
      properties: { issues: { 'A-1': 'One', 'A-2': 'Two' }, comment: 'Hi' },
      replies: { addComment: [json({ id: '1' }), refusal(404, 'Issue does not exist')] },
      changes: ['POST /rest/api/2/issue/A-1/comment {"body":"Hi"}', 'POST /rest/api/2/issue/A-2/comment {"body":"Hi"}'],
      error: /404 Not Found: Issue does not exist \(updated: A-1\)$/,
    },
    'updates the issues of a query': {
      ...{ ...update, task: 'jira.UpdateIssuesByQuery', properties: { query: 'x', comment: 'Hi' } },
      replies: { serverInfo: server, search: items(many.slice(0, 1)), addComment: json({ id: '1' }) },
      changes: ['POST /rest/api/2/issue/APP-1/comment {"body":"Hi"}'],
      outputs: { issues: { 'APP-1': 'About APP-1' } },
      printed: 'Updated the issue APP-1\nUpdated 1 issues',
    },
  });
  jira.faults({ of: update, reads: ['getTransitions'], changes: ['updateIssue', 'doTransition', 'addComment'] });
});
describe('finding and checking issues', () => {
  const query = { task: 'jira.QueryForIssueIds', properties: { query: 'project = APP' } };
  const keys = many.map(({ key }) => key);
  jira.cases({
    'reads all pages of a query': {
      ...{ ...query, replies: { serverInfo: server, search: items(many) }, outputs: { issueIds: keys } },
      printed: 'Found 230 issues',
    },
    'reads all pages of Jira Cloud': {
      ...{ ...query, replies: { serverInfo: cloud, searchJql: items(many) }, outputs: { issueIds: keys } },
      printed: 'Found 230 issues',
    },
    'returns summaries by keys': {
      ...{ ...query, task: 'jira.Query', replies: { serverInfo: server, search: items(many.slice(0, 2)) } },
      outputs: { issues: { 'APP-1': 'About APP-1', 'APP-2': 'About APP-2' } },
    },
    'fails if a query finds issues': {
      ...{ ...query, task: 'jira.CheckQueryNoPoll', replies: { serverInfo: server, search: items(many.slice(0, 2)) } },
      outputs: { issues: { 'APP-1': 'About APP-1 - (Done)', 'APP-2': 'About APP-2 - (Done)' } },
      error: 'Error: the query finds 2 issues: APP-1, APP-2',
    },
    'completes if a query finds no issue': {
      ...{ ...query, task: 'jira.CheckQueryNoPoll', replies: { serverInfo: server, search: items([]) } },
      printed: 'No issues found',
    },
    'returns the fields of an issue': {
      task: 'jira.GetIssueDetails',
      properties: { issueId: 'APP-7' },
      replies: { getIssue: json({ key: 'APP-7', fields: { summary: 'S', status: { name: 'Open' }, assignee: null } }) },
      outputs: { issueDetails: { summary: 'S', status: '{"name":"Open"}' } },
    },
    'waits for a status of an issue': checkIssue,
    'waits until all issues of a query have the status': checkQuery,
  });
  jira.faults({ of: checkIssue, polls: ['getIssue'] });
  jira.faults({ of: checkQuery, reads: ['serverInfo'], polls: ['search'] });
});
describe('other objects', () => {
  jira.cases({
    'creates a subtask': {
      ...{ ...create, task: 'jira.CreateSubtask', outputs: { subtaskId: 'APP-7' } },
      properties: { project: 'APP', parentIssueId: 'APP-1', title: 'Test' },
      changes: [
        'POST /rest/api/2/issue {"fields":{"project":{"key":"APP"},"parent":{"key":"APP-1"},"summary":"Test","issuetype":{"name":"Sub-task"}}}',
      ],
    },
    'reads the versions of a project': {
      ...{ task: 'jira.GetVersions', properties: { projectId: 'APP' } },
      replies: { versions: json([{ name: '1.0' }, { name: '2.0' }]) },
      ...{ reads: ['GET /rest/api/2/project/APP/versions'], outputs: { versions: ['1.0', '2.0'] } },
    },
    'reads the sprints of a board on all pages': {
      ...{ task: 'jira.GetAllSprints', properties: { boardName: 'Team' } },
      replies: {
        boards: json({
          isLast: true,
          values: [
            { id: 3, name: 'Team A' },
            { id: 4, name: 'Team' },
          ],
        }),
        sprints: [
          json({ isLast: false, values: [{ id: 1, name: 'One' }] }),
          json({ isLast: true, values: [{ id: 2, name: 'Two' }] }),
        ],
      },
      reads: [
        'GET /rest/agile/1.0/board?name=Team&startAt=0&maxResults=50',
        'GET /rest/agile/1.0/board/4/sprint?startAt=0&maxResults=50',
        'GET /rest/agile/1.0/board/4/sprint?startAt=1&maxResults=50',
      ],
      outputs: { sprints: { 1: 'One', 2: 'Two' } },
    },
    'refuses an unknown board': {
      ...{ task: 'jira.GetAllSprints', properties: { boardName: 'Team' } },
      replies: { boards: json({ isLast: true, values: [{ id: 3, name: 'Team A' }] }) },
      error: "Error: 0 boards have the name 'Team'",
    },
  });
});
