import { localPermissions } from '@slipway/domain';
import { scriptAction, scriptQuestion } from '@slipway/scripts';
import { beforeAll, expect, test } from 'vitest';
import { length, wholeSystemMs } from '../../harness/length.ts';
import { peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import { parallel, startedOf, tasksOf } from '../../harness/rest/plans.ts';
import { basic, type Rest, restAt } from '../../harness/rest/rest.ts';
import { inJavaScript, saidOf, scripted } from '../../harness/rest/scripted.ts';
import type { Release } from '../../harness/rest/shapes.ts';
import { twins } from './actions.ts';
import { type Ground, groundOf } from './ground.ts';
import { readings } from './questions.ts';

/** A script reads and does what REST allows its user, and is refused with the same messages. */
const served = serve();
const { rest, url } = served;
const people = peopleOf(served);
const callers = ['admin', 'may', 'views', 'stranger'] as const;
type Caller = (typeof callers)[number];
/** The callers whose actions are compared: a script of each action runs for each of them. */
const acting = length<readonly Caller[]>({ short: ['may', 'stranger'], long: callers });
const as = (caller: Caller): Rest => restAt(url, basic(caller, 'admin'));

/** One for each way of sending requests with changes; a caller without permissions changes nothing. */
const grounds = new Map<string, Ground>();
const groundFor = (caller: Caller, way: 'rest' | 'script'): Ground =>
  grounds.get(`${caller} by ${way}`) ?? grounds.get('seen')!;
let archived: string;
let hidden: Release;

beforeAll(async () => {
  for (const name of ['may', 'views', 'stranger']) await people.user(name);
  hidden = await startedOf(rest, { Wait: ['x'] }, { title: 'Awaited' });
  await rest.post('/users/lawful', { email: 'lawful@of-the-law' });
  await rest.done('POST', '/roles/Lawyers', {});
  const changing = acting.filter((caller) => caller === 'admin' || caller === 'may');
  for (const name of ['seen', ...changing.flatMap((caller) => [`${caller} by rest`, `${caller} by script`])]) {
    const ground = await groundOf(rest, name, hidden.id);
    grounds.set(name, ground);
    await people.team(ground.folder, ['folder#view', 'release#view', 'template#view'], { users: ['views'] }, 'Views');
    await people.team(ground.folder, localPermissions, { users: ['may'] }, 'May');
  }
  const { id } = await rest.post<Release>(`/templates/${grounds.get('seen')!.template}/start`, { releaseTitle: 'Old' });
  await rest.post(`/releases/${id}/abort`);
  await served.archive({ id });
  archived = id;
});

/** The refusal and its reason, without names: REST uses the name in the path, a script that of its request. */
const bare = (text: string): string =>
  text
    .replace(/ on APPLICATIONS on .*/, '')
    .replace(/^there is no .*/, 'it is not there')
    .replace(/'[^']*\/[^']*'/g, 'it')
    .replace(/'?\(?(?:Task|Release)[0-9a-f]{32}\)?'?/g, 'it')
    .replace(/ while it is \w+$/, '');

/** The refusal of REST; empty for success. */
const refusal = async (caller: Caller, ...call: Parameters<Rest['send']>): Promise<string> => {
  const { status, text } = await as(caller).send(...call);
  return status < 300 ? '' : bare(text.trimEnd());
};

const briefly = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(briefly);
  if (typeof value !== 'object' || value === null) return value;
  return 'id' in value ? value.id : Object.keys(value).toSorted();
};

test.each(callers)('%s reads by a script what REST answers them', { timeout: wholeSystemMs }, async (caller) => {
  const at = groundFor(caller, 'script');
  const questions = scriptQuestion.options.map(({ shape }) => shape.asks.value);
  const script = questions.map((asks) => `say('${asks}', () => ${readings[asks](at, archived).script})`);
  const run = scripted(
    inJavaScript(`const said = {};
const say = (asks, read) => { try { said[asks] = [read()]; } catch (refused) { said[asks] = refused.message; } };
${script.join('\n')}
const briefly = (value) => Array.isArray(value) ? value.map(briefly)
  : typeof value !== 'object' || value === null ? value : 'id' in value ? value.id : Object.keys(value).filter((name) => value[name] !== null).sort();
for (const asks of Object.keys(said)) if (Array.isArray(said[asks])) said[asks] = [briefly(said[asks][0])];
print(JSON.stringify(said));`),
  );
  const release = await startedOf(rest, { Read: [run] }, { scriptUsername: caller });
  const [text = ''] = await saidOf(rest, release, 'run', 'COMPLETED');
  const byScript = Object.entries(JSON.parse(text)).map(([asks, said]) => [
    asks,
    typeof said === 'string' ? bare(said) : said,
  ]);
  const byRest: unknown[] = [];
  for (const asks of questions) {
    const { path, body, of = (answer) => answer } = readings[asks](at, archived);
    const { status, text: why, body: answer } = await as(caller).send(body ? 'POST' : 'GET', path, body);
    byRest.push([asks, status < 300 ? [briefly(of(answer))] : bare(why.trimEnd())]);
  }
  expect(byScript).toEqual(byRest);
});

test.each(acting)('%s does by a script what REST does for them', { timeout: wholeSystemMs }, async (caller) => {
  const does = scriptAction.options.map(({ shape }) => shape.does.value).filter((each) => twins[each] !== null);
  const own = groundFor(caller, 'script');
  const tasks = does.map((each) => scripted(inJavaScript(twins[each]!(own).script), { title: each }));
  const release = await startedOf(rest, { Do: [parallel('all', ...tasks)] }, { scriptUsername: caller });
  // Few scripts run at a time: the limit of a poll is for one of them.
  for (const each of does) {
    const status = async () =>
      tasksOf(await rest.get<Release>(`/releases/${release.id}`)).find(({ title }) => title === each)?.status;
    await expect.poll(status, { interval: 100 }).toBe('COMPLETED');
  }
  const done = tasksOf(await rest.get<Release>(`/releases/${release.id}`));
  const told = (title: string) => done.find((task) => task.title === title)!.comments.map(({ text }) => text);
  const asked = 'An action of the script was refused: ';
  const byScript = does.map((each) => [each, bare(told(each).join('\n').replace(asked, ''))]);
  const byRest: unknown[] = [];
  for (const each of does) byRest.push([each, await refusal(caller, ...twins[each]!(groundFor(caller, 'rest')).call)]);
  expect(byScript).toEqual(byRest);
});

test('a member cannot name an invisible object, neither with a script nor with REST', async () => {
  const at = grounds.get('seen')!;
  const [gate, target] = [at.part('gate'), hidden.id];
  for (const id of [target, hidden.phases[0]!.id, hidden.phases[0]!.tasks[0]!.id]) {
    const script = scripted(inJavaScript(`taskApi.addDependency('${gate}', '${id}')`));
    const release = await startedOf(rest, { Do: [script] }, { scriptUsername: 'may' });
    const [said = ''] = await saidOf(rest, release, 'run', 'COMPLETED');
    const why = `there is no release, phase or task '${id.slice(id.lastIndexOf('/') + 1)}'`;
    expect(said).toBe(`An action of the script was refused: ${why}`);
    expect(await as('may').refused('POST', `/tasks/${gate}/dependencies/${id}`)).toBe(`404 ${why}`);
    const whole = { title: 'gate', type: 'rel.GateTask', dependencies: [{ target: id }] };
    const adding = scripted(inJavaScript(`phaseApi.addTask('${at.part('Ahead')}', ${JSON.stringify(whole)})`));
    const added = await startedOf(rest, { Do: [adding] }, { scriptUsername: 'may' });
    expect(await saidOf(rest, added, 'run', 'COMPLETED')).toEqual([`An action of the script was refused: ${why}`]);
  }
});
