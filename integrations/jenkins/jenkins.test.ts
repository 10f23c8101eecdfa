import { done, json, refusal } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'ci', password: 'api-token-of-ci' };
const jenkins = integrationTests('jenkins', {
  connection: { type: 'jenkins.Server', ...login },
  property: 'jenkinsServer',
  login,
});

const crumb = json({ crumb: 'c0ffee', crumbRequestField: 'Jenkins-Crumb' });
const queued = done({ Location: '{server}/queue/item/12/' });
const started = json({ executable: { number: 7 } });
const running = json({ building: true, result: null });
const ended = (result: string) => json({ building: false, result });
const replies = { crumb, buildWithParameters: queued, queueItem: started, buildState: [running, ended('SUCCESS')] };
const task = { task: 'jenkins.Build', properties: { jobName: 'app', jobParameters: 'VERSION=1.2\nNOTE=a = b\n' } };
const success: Case = {
  ...{ ...task, replies },
  changes: ['POST /job/app/buildWithParameters VERSION=1.2&NOTE=a%20%3D%20b'],
  outputs: { buildNumber: '7', buildStatus: 'SUCCESS' },
  statusLine: 'Build #7: SUCCESS',
  printed: 'Build #7 of app: SUCCESS',
};
const queueStates = [json({ why: 'Waiting for an executor' }), started];

jenkins.check({ controller: json({ mode: 'NORMAL' }) });
jenkins.cases({
  'starts a job with parameters, and waits for its build': success,
  'waits while the build is queued': { ...success, replies: { ...replies, queueItem: queueStates }, waitedSeconds: 22 },
  'reads an environment variable of the build': {
    ...{ ...success, properties: { ...success.properties, jobEnvVarName: 'VERSION' } },
    replies: { ...replies, environment: json({ envMap: { VERSION: '1.2' } }) },
    outputs: { buildNumber: '7', buildStatus: 'SUCCESS', jobEnvVarValue: '1.2' },
  },
  'needs no crumb': { ...success, replies: { ...replies, crumb: refusal(404, 'Not Found') } },
  'starts a job without parameters': {
    ...{ ...success, properties: { jobName: 'app' }, replies: { ...replies, build: queued } },
    changes: ['POST /job/app/build'],
  },
  'uses the default values of a job that has parameters': {
    ...{ ...success, properties: { jobName: 'app' } },
    replies: { ...replies, build: refusal(400, 'Nothing is submitted') },
    changes: ['POST /job/app/build', 'POST /job/app/buildWithParameters'],
  },
  'starts a job in a folder': {
    ...{ ...task, properties: { jobName: 'Team A/job/app', jobParameters: 'A=1' } },
    replies: { crumb, buildInFolder: queued, queueItem: started, buildStateInFolder: ended('SUCCESS') },
    changes: ['POST /job/Team%20A/job/app/buildWithParameters A=1'],
  },
  'fails with the result of the build, and keeps the outputs': {
    ...{ ...task, replies: { ...replies, buildState: ended('UNSTABLE') } },
    error: 'Error: build #7 of app has the result UNSTABLE',
    outputs: { buildNumber: '7', buildStatus: 'UNSTABLE' },
  },
  'fails if the queued build is canceled': {
    ...{ ...task, replies: { ...replies, queueItem: json({ cancelled: true }) } },
    error: 'the build was canceled while it was queued',
  },
  'refuses a parameter without a value before it starts the job': {
    ...{ ...task, properties: { jobName: 'app', jobParameters: 'VERSION' }, replies: {} },
    error: "the job parameter 'VERSION' is not of the form NAME=value",
    changes: [],
  },
  'stops the build of an aborted task': {
    ...{ ...task, replies: { ...replies, stop: done() }, abortAfter: 2 },
    changes: ['POST /job/app/buildWithParameters VERSION=1.2&NOTE=a%20%3D%20b', 'POST /job/app/7/stop'],
    outputs: { buildNumber: '7' },
  },
  'removes the queued build of an aborted task': {
    ...{ ...task, replies: { ...replies, cancelItem: done() }, abortAfter: 1 },
    changes: ['POST /job/app/buildWithParameters VERSION=1.2&NOTE=a%20%3D%20b', 'POST /queue/cancelItem?id=12'],
  },
});
const facts = integrationTests('jenkins', { connection: { type: 'jenkins.Server', ...login }, login });
facts.cases({
  'reads the parameters of a build': {
    ...{ task: 'jenkins.GetBuildParameters', properties: { jobName: 'app', buildNumber: '7' } },
    replies: {
      buildState: json({
        actions: [
          {},
          {
            parameters: [
              { name: 'VERSION', value: '1' },
              { name: 'DRY', value: true },
            ],
          },
        ],
      }),
    },
    outputs: { jobParameters: { VERSION: '1', DRY: 'true' } },
  },
  'reads the environment of a build': {
    ...{ task: 'jenkins.GetBuildEnvironmentVariabless', properties: { jobName: 'app', buildNumber: '7' } },
    replies: { environment: json({ envMap: { PATH: '/bin' } }) },
    ...{ reads: ['GET /job/app/7/injectedEnvVars/api/json'], outputs: { jobEnvVars: { PATH: '/bin' } } },
  },
  'refuses a build that is not a number': {
    ...{ task: 'jenkins.GetBuildParameters', properties: { jobName: 'app', buildNumber: 'x' }, replies: {} },
    error: "Error: buildNumber: 'x' is not a number",
  },
});
jenkins.faults({
  of: success,
  reads: ['crumb'],
  changes: ['buildWithParameters'],
  polls: ['queueItem', 'buildState'],
});
