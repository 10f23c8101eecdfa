import { json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { password: 'key-of-the-api' };
const datadog = integrationTests('datadog', {
  connection: { type: 'datadog.Server', apiKey: login.password, applicationKey: 'key-of-the-application' },
  login,
});

const points = (...values: readonly (number | null)[]) =>
  json({ status: 'ok', series: [{ pointlist: values.map((value, at) => [at * 1_000, value]) }] });
const check: Case = {
  ...{ task: 'datadog.CheckMetric', properties: { query: 'sum:shop.errors{env:prod}', threshold: '10' } },
  replies: { queryPoints: [points(20, 10), points(4, null, 6)] },
  ...{ changes: [], outputs: { value: '5', passed: true }, waitedSeconds: 60 },
  ...{ statusLine: 'The value 5 is < 10', printed: 'The value 5 is < 10' },
};
const plain = { ...check, statusLine: undefined, printed: undefined, waitedSeconds: undefined };
const aggregated = (aggregation: string, value: string): Case => ({
  ...{ ...plain, properties: { ...check.properties, aggregation, operator: '>', threshold: '1' } },
  ...{ replies: { queryPoints: points(2, 9, 4) }, outputs: { value, passed: true } },
});
const monitor = (state: string) => json({ name: 'Errors', overall_state: state });
const ofMonitor: Case = {
  ...{ task: 'datadog.CheckMonitor', properties: { monitorId: '12' }, changes: [] },
  replies: { getMonitor: [monitor('Alert'), monitor('OK')] },
  ...{ outputs: { finalState: 'OK', passed: true }, statusLine: 'Errors: OK', waitedSeconds: 60 },
};
const event: Case = {
  ...{ task: 'datadog.PostEvent', replies: { postEvent: json({ event: { url: 'https://example.com/e' } }) } },
  properties: {
    eventTitle: 'Shop 2',
    text: 'Installed',
    alertType: 'success',
    eventTags: ['a:b'],
    aggregationKey: 'k',
  },
  changes: [
    'POST /api/v1/events {"title":"Shop 2","text":"Installed","alert_type":"success","priority":"normal","tags":["a:b"],"aggregation_key":"k"}',
  ],
  outputs: { eventUrl: 'https://example.com/e' },
};

datadog.check({ validate: json({ valid: true }) });
datadog.cases({
  'waits until a condition over a metric holds': {
    ...check,
    reads: [1767225300, 1767225360].map(
      (from) => `GET /api/v1/query?from=${from}&to=${from + 300}&query=sum%3Ashop.errors%7Benv%3Aprod%7D`,
    ),
  },
  'compares the last value': aggregated('last', '4'),
  'compares the minimum': aggregated('minimum', '2'),
  'compares the maximum': aggregated('maximum', '9'),
  'compares the sum': aggregated('sum', '15'),
  'waits for points': { ...plain, replies: { queryPoints: [points(), points(null), points(5)] } },
  'accepts a query without points': {
    ...{ ...plain, properties: { ...check.properties, noData: 'pass' }, replies: { queryPoints: points() } },
    outputs: { passed: true },
  },
  'fails for a query without points': {
    ...{ ...plain, properties: { ...check.properties, noData: 'fail' }, replies: { queryPoints: points() } },
    ...{ outputs: {}, error: 'Error: the query has no points' },
  },
  'fails for a wrong query': {
    ...{ ...plain, replies: { queryPoints: json({ status: 'error', error: 'Rule 1 failed' }) } },
    ...{ outputs: {}, error: 'Error: query: Rule 1 failed' },
  },
  'fails after the time limit': {
    ...{ ...plain, properties: { ...check.properties, maxWaitMinutes: 1 }, replies: { queryPoints: points(30) } },
    ...{ outputs: { value: '30', passed: false } },
    error: 'Error: the condition has not held within 1 minutes: The value 30 is not < 10',
  },
  'waits until a monitor has an expected state': ofMonitor,
  'fails at once for another state': {
    ...{ ...ofMonitor, properties: { monitorId: '12', failAtOnce: true, stableMinutes: 5 } },
    ...{ replies: { getMonitor: monitor('Warn') }, statusLine: 'Errors: Warn', waitedSeconds: 1 },
    ...{ outputs: { finalState: 'Warn', passed: false }, error: 'Error: Errors: Warn' },
  },
  'refuses a monitor that is not a number': {
    ...{ task: 'datadog.CheckMonitor', properties: { monitorId: 'x' }, replies: {}, reads: [] },
    error: "Error: monitorId: 'x' is not a number",
  },
  'posts an event': event,
});
datadog.faults({ of: check, polls: ['queryPoints'] });
datadog.faults({ of: event, changes: ['postEvent'] });
