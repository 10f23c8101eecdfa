import { json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'reader', password: 'password-of-reader' };
const http = integrationTests('http', { login });

const commit = {
  name: 'master',
  commit: { sha: 'a1', commit: { author: { email: 'ann@example.com' } } },
  tags: ['x', 'y'],
};
const read = { URL: '{server}/projects/payments', ...login };
const create = { ...read, URL: '{server}/projects', method: 'POST', body: '{"name": "payments"}' };
const status = '<build><status number="7">SUCCESS</status><step>test</step></build>';
const get: Case = {
  ...{
    task: 'webhook.JsonWebhook',
    properties: { ...read, jsonPathExpression: 'name' },
    replies: { read: json(commit) },
  },
  reads: ['GET /projects/payments'],
  outputs: { result: 'master' },
};
const post: Case = {
  ...{ task: 'webhook.JsonWebhook', properties: create, replies: { create: json({ id: 7 }) } },
  changes: ['POST /projects {"name": "payments"}'],
};

http.cases({
  'reads the values at up to three paths of the response': {
    ...get,
    properties: {
      ...read,
      ...{ jsonPathExpression: 'commit.sha', jsonPathExpression2: 'commit.commit.author.email' },
      jsonPathExpression3: 'tags[1]',
    },
    outputs: { result: 'a1', result2: 'ann@example.com', result3: 'y' },
  },
  'returns a list or an object as JSON': {
    ...get,
    properties: { ...read, jsonPathExpression: 'tags' },
    outputs: { result: '["x", "y"]' },
  },
  'returns nothing for a path without a value': {
    ...get,
    properties: { ...read, jsonPathExpression: 'gone' },
    outputs: {},
  },
  'sends a body, and returns the whole response without a path': { ...post, outputs: { result: '{"id":7}' } },
  'sends an object as JSON': { ...post, properties: { ...create, body: { name: 'payments' } } },
  'reads values of XML': {
    ...{ task: 'webhook.XmlWebhook', replies: { status: { text: status, headers: { 'Content-Type': 'text/xml' } } } },
    properties: {
      ...{ ...read, URL: '{server}/status.xml', xPathExpression: '/build/status' },
      ...{ xPathExpression2: '/build/status/@number', xPathExpression3: '//step' },
    },
    outputs: { result: 'SUCCESS', result2: '7', result3: 'test' },
  },
  'fails with the status and the message of a refusal': {
    ...{ ...post, replies: { create: refusal(422, 'name is taken') } },
    error: 'POST: the server returned 422: {"message":"name is taken"}',
  },
  'fails for a wrong password': {
    ...get,
    properties: { ...read, password: 'wrong' },
    error: /returned 401/,
    outputs: {},
  },
  'fails for a response that is not JSON': {
    ...{ ...get, replies: { read: { text: '<html></html>' } }, outputs: {} },
    error: 'JsonPathResult() expects JSON',
  },
});
const page: Case = { task: 'webhook.UrlCheck', properties: { url: '{server}/page' }, replies: { page: { text: 'a' } } };
http.cases({
  'checks an address': { ...page, reads: ['GET /page'] },
  'fails for a missing page': {
    ...page,
    replies: { page: refusal(404, 'Not Found') },
    error: /returned 404 Not Found/,
  },
  'refuses a text that is not an address': {
    ...page,
    properties: { url: 'page' },
    error: "url: 'page' is not an address",
  },
});
http.faults({ of: post, changes: ['create'], isSentOnce: true });
