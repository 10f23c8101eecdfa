import { localPermissions } from '@slipway/domain/model';
import { scriptAction, scriptQuestion } from '@slipway/script-protocol';
import { beforeAll, expect, test } from 'vitest';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { parallel, startRelease, tasksOf } from '../../harness/rest/plans.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { basicAuth, createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';
import { asJavaScript, scriptTask, waitForComments } from '../../harness/rest/script-tasks.ts';
import { pickLength, systemTestTimeoutMs } from '../../harness/test-length.ts';
import { type ActionTargets, createActionTargets } from './action-targets.ts';
import { actionPairs } from './actions.ts';
import { scriptReads } from './questions.ts';

/** Scripts have the same permissions and refusals as REST requests of their user. */
const product = serve();
const { rest, url } = product;
const people = peopleOf(product);
const callers = ['admin', 'may', 'views', 'stranger'] as const;
type Caller = (typeof callers)[number];
/** The callers whose actions are compared. A script of each action runs for each caller. */
const comparedCallers = pickLength<readonly Caller[]>({ short: ['stranger'], long: callers });
/** The callers whose reads are compared. */
const readingCallers = pickLength<readonly Caller[]>({ short: ['may', 'stranger'], long: callers });
const clientOf = (caller: Caller): RestClient => createRestClient(url, basicAuth(caller, 'admin'));

/** One for each way of sending requests with changes; a caller without permissions changes nothing. */
const targetsByCaller = new Map<string, ActionTargets>();
const targetsFor = (caller: Caller, channel: 'rest' | 'script'): ActionTargets =>
  targetsByCaller.get(`${caller} by ${channel}`) ?? targetsByCaller.get('seen')!;
let archived: string;
let hidden: Release;

beforeAll(async () => {
  for (const name of ['may', 'views', 'stranger']) await people.createUser(name);
  hidden = await startRelease(rest, { Wait: ['x'] }, { title: 'Awaited' });
  await rest.post('/users/lawful', { email: 'lawful@of-the-law' });
  await rest.sendForNoContent('POST', '/roles/Lawyers', {});
  const changing = comparedCallers.filter((caller) => caller === 'admin' || caller === 'may');
  for (const name of ['seen', ...changing.flatMap((caller) => [`${caller} by rest`, `${caller} by script`])]) {
    const actionTargets = await createActionTargets(rest, name, hidden.id);
    targetsByCaller.set(name, actionTargets);
    await people.createTeam(
      actionTargets.folder,
      ['folder#view', 'release#view', 'template#view'],
      { users: ['views'] },
      'Views',
    );
    await people.createTeam(actionTargets.folder, localPermissions, { users: ['may'] }, 'May');
  }
  const { id } = await rest.post<Release>(`/templates/${targetsByCaller.get('seen')!.template}/start`, {
    releaseTitle: 'Old',
  });
  await rest.post(`/releases/${id}/abort`);
  await product.archive({ id });
  archived = id;
});

/**
 * Returns the refusal and its reason without names: REST names the item in the path, a script names the item in its
 * call.
 */
const normalizeRefusal = (text: string): string =>
  text
    .replace(/ on APPLICATIONS on .*/, '')
    .replace(/^there is no .*/, 'it is not there')
    .replace(/'[^']*\/[^']*'/g, 'it')
    .replace(/'?\(?(?:Task|Release)[0-9a-f]{32}\)?'?/g, 'it')
    .replace(/ while it is \w+$/, '');

/** Returns the refusal of REST; empty for success. */
const refusal = async (caller: Caller, ...call: Parameters<RestClient['send']>): Promise<string> => {
  const { status, text } = await clientOf(caller).send(...call);
  return status < 300 ? '' : normalizeRefusal(text.trimEnd());
};

const summarize = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(summarize);
  if (typeof value !== 'object' || value === null) return value;
  return 'id' in value ? value.id : Object.keys(value).toSorted();
};

test.each(readingCallers)(
  '%s reads with a script the same objects as with REST',
  { timeout: systemTestTimeoutMs },
  async (caller) => {
    const targets = targetsFor(caller, 'script');
    const questions = scriptQuestion.options.map(({ shape }) => shape.asks.value);
    const script = questions.map(
      (question) => `say('${question}', () => ${scriptReads[question](targets, archived).script})`,
    );
    const run = scriptTask(
      asJavaScript(`const said = {};
const say = (asks, read) => { try { said[asks] = [read()]; } catch (refused) { said[asks] = refused.message; } };
${script.join('\n')}
const briefly = (value) => Array.isArray(value) ? value.map(briefly)
  : typeof value !== 'object' || value === null ? value : 'id' in value ? value.id : Object.keys(value).filter((name) => value[name] !== null).sort();
for (const asks of Object.keys(said)) if (Array.isArray(said[asks])) said[asks] = [briefly(said[asks][0])];
print(JSON.stringify(said));`),
    );
    const release = await startRelease(rest, { Read: [run] }, { scriptUsername: caller });
    const [text = ''] = await waitForComments(rest, release, 'run', 'COMPLETED');
    const byScript = Object.entries(JSON.parse(text)).map(([question, output]) => [
      question,
      typeof output === 'string' ? normalizeRefusal(output) : output,
    ]);
    const byRest: unknown[] = [];
    for (const question of questions) {
      const { path, body, of = (answer) => answer } = scriptReads[question](targets, archived);
      const { status, text: reason, body: answer } = await clientOf(caller).send(body ? 'POST' : 'GET', path, body);
      byRest.push([question, status < 300 ? [summarize(of(answer))] : normalizeRefusal(reason.trimEnd())]);
    }
    expect(byScript).toEqual(byRest);
  },
);

test.each(comparedCallers)(
  '%s changes with a script the same objects as with REST',
  { timeout: systemTestTimeoutMs },
  async (caller) => {
    const actions = scriptAction.options
      .map(({ shape }) => shape.does.value)
      .filter((action) => actionPairs[action] !== null);
    const ownTargets = targetsFor(caller, 'script');
    const tasks = actions.map((action) =>
      scriptTask(asJavaScript(actionPairs[action]!(ownTargets).script), { title: action }),
    );
    const release = await startRelease(rest, { Do: [parallel('all', ...tasks)] }, { scriptUsername: caller });
    // Few scripts run at a time: the limit of a poll is for one of them.
    for (const action of actions) {
      const status = async () =>
        tasksOf(await rest.get<Release>(`/releases/${release.id}`)).find(({ title }) => title === action)?.status;
      await expect.poll(status, { interval: 100 }).toBe('COMPLETED');
    }
    const done = tasksOf(await rest.get<Release>(`/releases/${release.id}`));
    const commentsOf = (title: string) => done.find((task) => task.title === title)!.comments.map(({ text }) => text);
    const refusalPrefix = 'An action of the script was refused: ';
    const byScript = actions.map((action) => [
      action,
      normalizeRefusal(commentsOf(action).join('\n').replace(refusalPrefix, '')),
    ]);
    const byRest: unknown[] = [];
    for (const action of actions)
      byRest.push([action, await refusal(caller, ...actionPairs[action]!(targetsFor(caller, 'rest')).call)]);
    expect(byScript).toEqual(byRest);
  },
);

test('a member cannot use the id of an invisible object, neither in a script nor with REST', async () => {
  const targets = targetsByCaller.get('seen')!;
  const [gate, target] = [targets.part('gate'), hidden.id];
  for (const id of [target, hidden.phases[0]!.id, hidden.phases[0]!.tasks[0]!.id]) {
    const script = scriptTask(asJavaScript(`taskApi.addDependency('${gate}', '${id}')`));
    const release = await startRelease(rest, { Do: [script] }, { scriptUsername: 'may' });
    const [output = ''] = await waitForComments(rest, release, 'run', 'COMPLETED');
    const reason = `there is no release, phase or task '${id.slice(id.lastIndexOf('/') + 1)}'`;
    expect(output).toBe(`An action of the script was refused: ${reason}`);
    expect(await clientOf('may').sendForError('POST', `/tasks/${gate}/dependencies/${id}`)).toBe(`404 ${reason}`);
    const whole = { title: 'gate', type: 'rel.GateTask', dependencies: [{ target: id }] };
    const adding = scriptTask(asJavaScript(`phaseApi.addTask('${targets.part('Ahead')}', ${JSON.stringify(whole)})`));
    const added = await startRelease(rest, { Do: [adding] }, { scriptUsername: 'may' });
    expect(await waitForComments(rest, added, 'run', 'COMPLETED')).toEqual([
      `An action of the script was refused: ${reason}`,
    ]);
  }
});
