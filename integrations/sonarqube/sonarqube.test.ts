import { faults, json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'ci', password: 'password-of-ci' };
const sonar = integrationTests('sonarqube', {
  connection: { type: 'sonar.Server', ...login },
  property: 'sonarServer',
  login,
});

const coverage = { metricKey: 'new_coverage', comparator: 'LT', errorThreshold: '80', actualValue: '61.5' };
const gate = (status: string, conditions: readonly object[] = []) => json({ projectStatus: { status, conditions } });
const success: Case = {
  ...{ task: 'sonar.checkCompliance', properties: { resource: 'org.example:shop & more' } },
  replies: { projectStatus: gate('OK', [{ ...coverage, status: 'OK' }]) },
  reads: ['GET /api/qualitygates/project_status?projectKey=org.example%3Ashop+%26+more'],
  statusLine: 'Quality gate: OK',
  printed: 'The quality gate of org.example:shop & more has the status OK',
};

sonar.check({ validate: json({ valid: true }) });
sonar.cases({
  'completes if the quality gate has the status OK': success,
  'checks a branch': {
    ...{ ...success, properties: { resource: 'shop', branch: 'release/1.2' }, printed: undefined },
    reads: ['GET /api/qualitygates/project_status?projectKey=shop&branch=release%2F1.2'],
  },
  'uses the login of the task': {
    ...{ ...success, properties: { resource: 'shop', username: 'other', password: 'wrong' } },
    ...{ reads: undefined, statusLine: undefined, printed: undefined },
    error: /the server returned 401 Unauthorized: it does not accept the credentials of the connection 'Server'/,
  },
  'fails with the conditions that are not met': {
    ...{ ...success, properties: { resource: 'shop' }, printed: undefined, reads: undefined },
    replies: {
      projectStatus: gate('ERROR', [
        { ...coverage, status: 'ERROR' },
        { ...coverage, status: 'OK' },
      ]),
    },
    statusLine: undefined,
    error: 'Error: the quality gate of shop has the status ERROR: new_coverage 61.5 is below 80',
  },
  'fails for a project without a quality gate': {
    ...{ ...success, properties: { resource: 'shop' }, printed: undefined, reads: undefined },
    ...{ replies: { projectStatus: gate('NONE') }, statusLine: undefined },
    error: 'Error: the project shop has no quality gate, or no analysis',
  },
  'fails for an unknown project': {
    ...{ ...success, replies: { projectStatus: faults.missing }, printed: undefined, statusLine: undefined },
    error: 'Error: GET /api/qualitygates/project_status: the server returned 404 Not Found: Not Found',
  },
});
sonar.faults({ of: success, reads: ['projectStatus'] });
