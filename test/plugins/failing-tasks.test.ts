import { describe, expect, test } from 'vitest';
import { idOf } from '../harness/rest/plans.ts';
import { commentsOf, createTaskHelpers, pollUntil } from './harness/plugin-tasks.ts';
import { servePlugins } from './harness/serve-plugins.ts';
import { json } from './servers/routes.ts';

const { rest, server, connection, output } = servePlugins([
  'bugtrail',
  'forge',
  'millwork',
  'rollout',
  'parley',
  'probe',
]);
const { start, until, run } = createTaskHelpers(rest);

const issue = () => ({ type: 'bugtrail.CreateIssue', server: connection('bugtrail'), project: 'SHIP', summary: 'x' });

describe.concurrent('a task fails after an unexpected response of its server, and shows the reason', () => {
  test('500 with the text of the server: no request is sent twice', async () => {
    server('bugtrail').misbehave('POST /rest/issue', json({ errors: ['disk full'] }, 500));
    const failed = await run(issue());
    expect(failed.status).toBe('FAILED');
    expect(commentsOf(failed).join('\n')).toMatch(/Failed to create an issue in http(?:.|\n)*disk full/);
    expect(server('bugtrail').issues).toEqual([]);
    expect(server('bugtrail').count('POST /rest/issue')).toBe(1);
  });

  test('401: a retry with the right password succeeds', async () => {
    const at = { forgeServer: connection('forge'), planKey: 'SHIP', username: 'smith', password: 'wrong-password' };
    const release = await start({ type: 'forge.RunPlan', ...at });
    const failed = await until(release, 'FAILED');
    expect(commentsOf(failed).join('\n')).toContain('Queuing failed for plan SHIP');
    expect(server('forge').builds).toEqual([]);
    await rest.put(`/tasks/${idOf(release, 'run')}`, { ...failed, password: 'smith-password' });
    await rest.post(`/tasks/${failed.id}/retry`, { comment: 'again' });
    expect((await until(release, 'COMPLETED')).buildNumber).toBe('1');
    expect(JSON.stringify(failed) + output()).not.toMatch(/wrong-password|smith-password/);
  });

  test('a closed connection after a change: the change is sent once, and the script gets an error', async () => {
    const chat = server('parley');
    chat.misbehave('POST /channels/:channel/messages', 'hang up when done');
    const failedTask = await run({ type: 'parley.Post', server: connection('parley'), channel: 'ops', message: 'out' });
    expect(failedTask.status).toBe('FAILED');
    expect(commentsOf(failedTask).join()).toMatch(/ConnectionError|HttpFailed/);
    expect([chat.messages.length, chat.count('POST /channels/:channel/messages')]).toEqual([1, 1]);
  });

  test('a scan with too many findings', async () => {
    const at = { server: connection('probe'), project: 'a', pollSeconds: 1 };
    const failed = await run({ type: 'probe.CheckQuality', ...at, thresholds: { debt: '3', blockers: '0' } });
    expect([failed.status, commentsOf(failed)[0]]).toEqual(['FAILED', 'debt is 7, and 3 at most is wanted']);
  });
});

describe('an aborted task', () => {
  test('stops its build with the abort script, which has the state of the earlier scripts', async () => {
    const mill = server('millwork');
    mill.result = null;
    const release = await start({ type: 'millwork.Build', server: connection('millwork'), jobName: 'team/rocket' });
    await pollUntil(() => mill.count('GET /job/:folder/job/:job/:number/api/json') > 0);
    const running = await until(release, 'IN_PROGRESS');
    await rest.post(`/tasks/${running.id}/abort`, { comment: 'too slow' });
    const aborted = await until(release, 'FAILED');
    expect(commentsOf(aborted)).toEqual(expect.arrayContaining(['too slow', 'Stopped build #1: 200']));
    expect(mill.changes()).toEqual([
      'POST /job/team/job/rocket/buildWithParameters',
      'POST /job/team/job/rocket/1/stop',
    ]);
  });

  test('runs its abort script while the server delays a response, and the late response changes nothing', async () => {
    const rollout = server('rollout');
    rollout.state = 'EXECUTING';
    const heldRequest = rollout.hold('GET /deployit/tasks/:id');
    const deploy = { application: 'a', version: '1', environment: 'e' };
    const release = await start({ type: 'rollout.Deploy', server: connection('rollout'), ...deploy });
    await heldRequest.arrived;
    const running = await until(release, 'IN_PROGRESS');
    await rest.post(`/tasks/${running.id}/abort`, { comment: 'enough' });
    const aborted = await until(release, 'FAILED');
    heldRequest.release();
    expect(commentsOf(aborted)).toEqual(expect.arrayContaining(['enough', 'Cancelling d-1']));
    expect(rollout.changes().at(-1)).toBe('DELETE /deployit/tasks/d-1');
    expect((await until(release, 'FAILED')).statusLine).not.toMatch(/of 2 steps/);
  });
});
