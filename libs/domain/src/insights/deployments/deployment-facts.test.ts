import { expect, test } from 'vitest';
import { blankVariable, type Variable } from '../../model/variable.ts';
import { runAt, start } from '../../testing/history.ts';
import { command, onTask } from '../../testing/inputs.ts';
import { at, plan } from '../../testing/notation.ts';
import { deploymentFactsOf, deploymentIdOf } from './deployment-facts.ts';
import { defaultInsightSettings, type InsightSettings } from './settings.ts';

const settings: InsightSettings = {
  deployment: {
    application: 'app',
    environment: 'env',
    stage: 'stage',
    commitTimes: 'commits',
    kind: 'kind',
    artifactId: 'artifact',
  },
  productionStages: ['production', 'DR'],
};

const variable = (key: string, value: Variable['value'], type: Variable['type'] = 'StringVariable'): Variable => ({
  ...{ ...blankVariable, id: `Variable${key}`, key, value, type },
});
const place = [variable('app', ' Shop '), variable('env', 'eu-1'), variable('stage', 'PRODUCTION')];

const completed = runAt(plan('PLANNED Build: a.'), ['10:00', start], ['11:00', onTask('completeTask', 'a')]);
const factsOf = (variables: readonly Variable[], tags: readonly string[] = []) =>
  deploymentFactsOf({ ...completed, variables, tags }, settings);

test('an ended release is a deployment with the values of its variables', () => {
  const facts = factsOf([
    ...place,
    variable('kind', 'Rollback'),
    variable('artifact', 'pkg:oci/shop@sha256%3A0b31'),
    variable('commits', '2026-01-01T08:00:00Z, nonsense\n2027-01-01T08:00:00Z;2999-01-01T00:00:00Z'),
  ]);
  expect(facts).toEqual({
    ...{ application: 'Shop', environment: 'eu-1', stage: 'PRODUCTION', isProduction: true },
    ...{ failedAttempt: false, kind: 'rollback', artifactId: 'pkg:oci/shop@sha256%3A0b31' },
    commitTimes: [Date.parse('2026-01-01T08:00:00Z'), Date.parse('2027-01-01T08:00:00Z')],
  });
});

test('commit times can be a list or a date, at most 1,000', () => {
  const times = (value: Variable['value'], type: Variable['type']) =>
    factsOf([...place, variable('commits', value, type)])?.commitTimes;
  expect(times(['2020-01-01T08:00:00+0100', ''], 'ListStringVariable')).toEqual([Date.parse('2020-01-01T07:00:00Z')]);
  expect(times(at('09:00'), 'DateVariable')).toEqual([at('09:00')]);
  expect(times({ a: '2020-01-01T08:00:00Z' }, 'MapStringStringVariable')).toBeNull();
  expect(
    times(
      Array.from({ length: 1_001 }, (_, ms) => String(ms)),
      'ListStringVariable',
    ),
  ).toHaveLength(1_000);
});

test('the id of a deployment follows from its release', () => {
  expect(deploymentIdOf('Release0a1')).toBe('Deployment0a1');
});

test('tags name the kind without a variable, and a rollback wins', () => {
  expect(factsOf(place)?.kind).toBe('normal');
  expect(factsOf(place, ['web', 'HotFix'])?.kind).toBe('hotfix');
  expect(factsOf(place, ['hotfix', 'rollback'])?.kind).toBe('rollback');
  expect(factsOf([...place, variable('kind', 'other')], ['hotfix'])?.kind).toBe('hotfix');
});

test('a release without setting, start, application or environment is no deployment', () => {
  expect(deploymentFactsOf({ ...completed, variables: place }, defaultInsightSettings)).toBeNull();
  expect(deploymentFactsOf({ ...completed, variables: place, startDate: null }, settings)).toBeNull();
  expect(deploymentFactsOf({ ...completed, variables: place, endDate: null }, settings)).toBeNull();
  expect(factsOf([variable('env', 'eu-1')])).toBeNull();
  expect(factsOf([variable('app', 'Shop'), variable('env', '')])).toBeNull();
  expect(factsOf([variable('app', 'secret', 'PasswordStringVariable'), variable('env', 'eu-1')])).toBeNull();
  expect(factsOf([variable('app', 'x'.repeat(256)), variable('env', 'eu-1')])).toBeNull();
});

test('other stages, and none, are not production', () => {
  expect(factsOf(place.with(2, variable('stage', 'dr')))?.isProduction).toBe(true);
  expect(factsOf(place.with(2, variable('stage', 'Test')))).toMatchObject({ stage: 'Test', isProduction: false });
  expect(factsOf(place.slice(0, 2))).toMatchObject({ stage: null, isProduction: false });
});

test('an attempt failed if the release was aborted or failing, or if a task failed at least once', () => {
  const isFailed = (release: typeof completed) =>
    deploymentFactsOf({ ...release, variables: place }, settings)?.failedAttempt;
  const retried = runAt(
    plan('PLANNED Build: a.'),
    ['10:00', start],
    ['10:10', onTask('failTask', 'a', 'broken')],
    ['10:20', onTask('retryTask', 'a', 'again')],
    ['10:30', onTask('completeTask', 'a')],
  );
  const skipped = runAt(
    plan('PLANNED Build: a.'),
    ['10:00', start],
    ['10:10', onTask('failTask', 'a', 'broken')],
    ['10:20', onTask('skipTask', 'a', 'not needed')],
  );
  const aborted = runAt(
    plan('PLANNED Build: a.'),
    ['10:00', start],
    ['10:10', command({ type: 'abortRelease', abortComment: 'enough' })],
  );
  expect([completed, retried, skipped, aborted].map(isFailed)).toEqual([false, true, true, true]);
  expect(isFailed({ ...retried, hasFailed: false })).toBe(true);
});
