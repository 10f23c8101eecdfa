import { json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'reader', password: 'password-of-the-reader' };
const prometheus = integrationTests('prometheus', { connection: { type: 'prometheus.Server', ...login }, login });

const vector = (...values: readonly string[]) =>
  json({
    status: 'success',
    data: {
      resultType: 'vector',
      result: values.map((value, at) => ({ metric: { job: `j${at}` }, value: [1, value] })),
    },
  });
const check: Case = {
  ...{ task: 'prometheus.CheckQuery', properties: { query: 'rate(a[5m]) + 1', threshold: '0.5' } },
  replies: { query: [vector('0.5'), vector('NaN'), vector('0.25')] },
  ...{ changes: [], outputs: { value: '0.25', passed: true }, waitedSeconds: 120 },
  ...{ statusLine: 'The value 0.25 is < 0.5', printed: 'The value 0.25 is < 0.5' },
};
const plain = { ...check, statusLine: undefined, printed: undefined, waitedSeconds: undefined };
const checked = (values: readonly string[], properties: object, value: string): Case => ({
  ...{ ...plain, properties: { ...check.properties, ...properties } },
  ...{ replies: { query: vector(...values) }, outputs: { value, passed: true }, waitedSeconds: 0 },
});
const alert = (alertname: string, state = 'firing') => ({ labels: { alertname, team: 'shop' }, state });
const alerts = (...list: readonly object[]) => json({ status: 'success', data: { alerts: list } });

prometheus.check({ query: json({ status: 'success', data: { resultType: 'scalar', result: [1, '1'] } }) });
prometheus.cases({
  'waits until a condition holds': {
    ...check,
    reads: Array.from({ length: 3 }, () => 'GET /api/v1/query?query=rate%28a%5B5m%5D%29+%2B+1'),
  },
  'requires the condition for all series': {
    ...{ ...plain, replies: { query: [vector('0.1', '0.7'), vector('0.1', '0.2')] } },
    ...{ outputs: { value: '0.1', passed: true }, waitedSeconds: 60 },
  },
  'requires the condition for any series': checked(['0.7', '0.1'], { aggregation: 'any' }, '0.1'),
  'compares the sum of all series': checked(['0.7', '0.7'], { aggregation: 'sum', operator: '>=' }, '1.4'),
  'compares infinite values': checked(['+Inf'], { operator: '>' }, 'Infinity'),
  'compares equal values': checked(['0.5'], { operator: '=' }, '0.5'),
  'compares different values': checked(['0.6'], { operator: '!=' }, '0.6'),
  'compares with a lower limit that is allowed': checked(['0.5'], { operator: '<=' }, '0.5'),
  'fails after the time limit': {
    ...{ ...plain, properties: { ...check.properties, maxWaitMinutes: 1 }, replies: { query: vector('3') } },
    ...{ outputs: { value: '3', passed: false }, waitedSeconds: 61 },
    error: 'Error: the condition has not held within 1 minutes: The value 3 is not < 0.5',
  },
  'requires that the condition holds for some minutes': {
    ...{ ...plain, properties: { ...check.properties, stableMinutes: 1 } },
    replies: { query: [vector('0'), vector('1'), vector('0')] },
    ...{ outputs: { value: '0', passed: true }, waitedSeconds: 180 },
  },
  'fails at the first check for which the condition does not hold': {
    ...{ ...plain, properties: { ...check.properties, stableMinutes: 10, failAtOnce: true } },
    replies: { query: [vector('0'), vector('1')] },
    ...{ outputs: { value: '1', passed: false }, error: 'Error: The value 1 is not < 0.5' },
  },
  'waits for an expression without a value': { ...plain, replies: { query: [vector(), vector('0.25')] } },
  'accepts an expression without a value': {
    ...{ ...plain, properties: { ...check.properties, noData: 'pass' }, replies: { query: vector() } },
    ...{ outputs: { passed: true }, printed: 'The expression has no value' },
  },
  'fails for an expression without a value': {
    ...{ ...plain, properties: { ...check.properties, noData: 'fail' }, replies: { query: vector() } },
    ...{ outputs: {}, error: 'Error: the expression has no value' },
  },
  'refuses a threshold that is not a number': {
    ...{ ...plain, properties: { query: 'a', threshold: 'low' }, reads: [], outputs: {} },
    error: "Error: threshold: 'low' is not a number",
  },
  'fails for a wrong expression': {
    ...{ ...plain, replies: { query: refusal(400, 'parse error') }, outputs: {} },
    error: 'Error: GET /api/v1/query: the server returned 400 Bad Request: parse error',
  },
  'fails for an expression with a range': {
    ...{ ...plain, replies: { query: json({ data: { resultType: 'matrix', result: [] } }) }, outputs: {} },
    error: 'Error: query: the result is a matrix instead of a number',
  },
  'reads the values of an expression': {
    ...{ task: 'prometheus.Query', properties: { query: 'up' }, replies: { query: vector('1', '0') } },
    outputs: { value: '1', count: 2, result: { '{"job":"j0"}': '1', '{"job":"j1"}': '0' } },
  },
  'waits until no alert is firing': {
    ...{ ...plain, task: 'prometheus.CheckAlerts', properties: { alertName: 'Slow', labels: { team: 'shop' } } },
    replies: {
      alerts: [alerts(alert('Slow'), alert('Other')), alerts(alert('Slow', 'pending'), alert('Other'))],
    },
    ...{ outputs: { alerts: [], passed: true }, waitedSeconds: 60, printed: 'No alert is firing' },
  },
});
prometheus.faults({ of: check, polls: ['query'] });
