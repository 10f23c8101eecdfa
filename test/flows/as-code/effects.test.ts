import { beforeAll, expect, test } from 'vitest';
import { type People, peopleOf } from '../../harness/people/people.ts';
import { serve } from '../../harness/product/serve.ts';
import type { Release } from '../../harness/rest/response-types.ts';
import { commandLine, document } from './command-line.ts';

const product = serve();
const { rest } = product;
const xl = commandLine(rest, product.url);

const people = (crew: string, permission: string, enabled: boolean) => [
  document('Users', `- {username: ann, enabled: ${enabled}}`),
  document('Roles', `- {name: ops, principals: [ann], permissions: [${permission}]}`),
  document(
    'Permissions',
    `- {directory: ., teams: [{name: Crew, roles: [ops], members: [${crew}]}, {name: Others, members: [ann]}]}`,
    'Web',
  ),
];
const documentsWith = (value: string, hour: number) =>
  document(
    'Templates',
    `- {key: folder.place, type: rel.StringVariable, value: ${value}}
- {key: folder.unused, type: rel.StringVariable, value: ${value}}
- {key: global.stage, type: rel.StringVariable, value: ${value}}
- {name: Chat, type: acme.Chat, url: "https://${value}.example.org"}
- directory: Inner
  children: [{key: folder.place, type: rel.StringVariable, value: nearer}]
- template: Plan
  description: ${value}
  phases:
  - phase: P
    tasks:
    - {name: First, team: Crew}
    - {name: Tell, type: acme.Send, server: Configuration/Custom/Chat, text: "to \${folder.place} in \${global.stage}"}
    - {name: Done, description: "\${folder.place}"}
- {name: nightly, type: time.Schedule, template: Plan, releaseTitle: n, pollType: CRON, periodicity: 0 0 ${hour} * * *, enabled: true}`,
    'Web',
  );
/** Hours of the day in UTC, 6 and 12 hours from now, so that nothing is due during the tests. */
const [night, morning] = [6, 12].map((hours) => (new Date().getUTCHours() + hours) % 24) as [number, number];
const all = (value: string, hour = night) =>
  [...people('', 'reports#view', true), documentsWith(value, hour)].join('---\n');

let world: People;
let release: Release;
const started = async (templateId: string, fields: object): Promise<Release> =>
  await rest.post<Release>(
    `/releases/${(await rest.post<Release>(`/templates/${templateId}/create`, fields)).id}/start`,
  );

beforeAll(async () => {
  await xl.apply(all('here'));
  world = peopleOf(product);
  const [plan] = await rest.get<readonly Release[]>('/templates?title=Plan');
  release = await started(plan!.id, { releaseTitle: 'Web 1' });
  const inner = await rest.get<{ readonly id: string }>('/folders/find?byPath=Web/Inner');
  await started(plan!.id, { releaseTitle: 'Web 2', folderId: inner.id });
  const gates = document(
    'Templates',
    `- template: Gates
  phases:
  - phase: P
    tasks:
    - {name: Waits, type: rel.GateTask, description: "\${global.stage}", approvalRequirements: [{role: ops}, {team: Crew}]}`,
    'Web',
  );
  const { ids } = await xl.apply(gates);
  const gate = await started(ids[0]!.created[0]!, { releaseTitle: 'Waiting' });
  await rest.post(`/tasks/${gate.phases[0]!.tasks[0]!.id}/dependencies/${release.phases[0]!.id}`);
});

const titles = (list: readonly { readonly title: string }[]) => list.map(({ title }) => title);
const describePlan = async (document: string, client = xl) =>
  (await client.plan(document)).effects.map((effect) => [
    `${effect.kind} ${effect.path}`,
    [effect.runningReleases, titles(effect.releases)],
    [effect.taskCount, titles(effect.tasks)],
    [effect.gateCount, titles(effect.waitingGates)],
    [effect.triggerCount, titles(effect.triggers)],
  ]);
const none = [0, []];

test('a plan lists the releases, tasks, gates and triggers that each change affects', async () => {
  expect(await describePlan(all('there'))).toEqual([
    ['Variable Web/folder.place', [1, ['Web 1']], [2, ['Done', 'Tell']], none, none],
    [
      'Variable Web/global.stage',
      [3, ['Waiting', 'Web 1', 'Web 2']],
      [3, ['Tell', 'Tell', 'Waits']],
      [1, ['Waits']],
      none,
    ],
    ['Configuration Web/Chat', [2, ['Web 1', 'Web 2']], [2, ['Tell', 'Tell']], none, none],
    ['Template Web/Plan', [2, ['Web 1', 'Web 2']], none, [1, ['Waits']], [1, ['nightly']]],
  ]);
});

test('a changed trigger is listed with its new and its old next run', async () => {
  const nightly = async (edit: (code: string) => string, hour = night) =>
    (await xl.plan(edit(documentsWith('here', hour)))).effects;
  const same = (code: string) => code;
  const [effect, ...others] = await nightly(same, morning);
  const { before = '', after = '' } = effect?.nextFireDate ?? {};
  expect([effect?.kind, effect?.path, others]).toEqual(['Trigger', 'Web/nightly', []]);
  expect([new Date(before).getUTCHours(), new Date(after).getUTCHours()]).toEqual([night, morning]);
  expect(effect?.triggers).toMatchObject([{ title: 'nightly', nextFireDate: after, isDue: false }]);
  const disabledPlan = await nightly((code) => code.replace('enabled: true', 'enabled: false'));
  expect(disabledPlan.map(({ nextFireDate }) => nextFireDate)).toEqual([{ before }]);

  const often = documentsWith('here', night).replace(
    /pollType.*enabled/,
    'pollType: REPEAT, periodicity: 300, enabled',
  );
  await xl.apply(often);
  const revertedPlan = await nightly(same);
  expect(revertedPlan.map(({ triggers }) => triggers.map(({ isDue }) => isDue))).toEqual([[true]]);
  await xl.apply(documentsWith('here', night));
});

test('changed teams, roles and users are listed with the tasks that wait for them and the gates that need them', async () => {
  const changed = [...people('admin', 'release#create', false), documentsWith('here', night)].join('---\n');
  expect(await describePlan(changed)).toEqual([
    ['Role ops', [3, ['Waiting', 'Web 1', 'Web 2']], [3, ['First', 'First', 'Waits']], [1, ['Waits']], none],
    ['Teams Web', [3, ['Waiting', 'Web 1', 'Web 2']], [3, ['First', 'First', 'Waits']], [1, ['Waits']], none],
  ]);
  await rest.post(`/tasks/${release.phases[0]!.tasks[0]!.id}/assign/ann`);
  expect(await describePlan(document('Users', '- {username: ann, enabled: false}'))).toEqual([
    ['User ann', [1, ['Web 1']], [1, ['First']], none, none],
  ]);
  expect(await describePlan(document('Users', '- {username: ann, fullName: Ann}'))).toEqual([]);
});

test('items that the caller may not see are neither named nor counted', async () => {
  const web = await rest.get<{ readonly id: string }>('/folders/find?byPath=Web');
  const editing = [
    'folder#view',
    'template#view',
    'template#edit',
    'folder#edit_variables',
    'folder#edit_configuration',
  ];
  const editor = commandLine(await world.createUserWith(web, ...editing), product.url);
  const unseen = /- \{key: global.*\n|- directory: .*\n.*\n|- \{name: nightly.*\n?/g;
  const others = (value: string) => documentsWith(value, night).replace(unseen, '');
  expect(await describePlan(others('there'), editor)).toEqual([]);
  const viewer = commandLine(
    await world.createUserWith(web, ...editing, 'trigger#view_trigger', 'release#view'),
    product.url,
  );
  expect((await describePlan(others('there'), viewer)).map(([path]) => path)).toEqual([
    'Variable Web/folder.place',
    'Configuration Web/Chat',
    'Template Web/Plan',
  ]);
  const inner = await rest.get<{ readonly id: string }>('/folders/find?byPath=Web/Inner');
  await world.stopInheritance(inner);
  expect(await describePlan(others('there'), viewer)).toEqual([
    ['Variable Web/folder.place', [1, ['Web 1']], [2, ['Done', 'Tell']], none, none],
    ['Configuration Web/Chat', [1, ['Web 1']], [1, ['Tell']], none, none],
    ['Template Web/Plan', [1, ['Web 1']], none, [1, ['Waits']], [1, ['nightly']]],
  ]);
});

test('a changed risk profile lists the releases that use it, by its title or its id, and their new scores', async () => {
  const profile = (score: number) =>
    document(
      'Configurations',
      `- {name: Strict, type: rel.RiskProfile, riskProfileAssessors: {ReleaseFlaggedAtRiskAssessor: "${score}"}}`,
    );
  const phases = [{ title: 'P', tasks: [{ title: 't', type: 'rel.Task' }] }];
  const template = await rest.post<Release>('/templates', { title: 'Risky', phases });
  const follows = async (releaseTitle: string, riskProfile: string) => {
    const created = await rest.post<Release>(`/templates/${template.id}/create`, { releaseTitle });
    await rest.put(`/releases/${created.id}`, {
      id: created.id,
      title: releaseTitle,
      riskProfile,
      flagStatus: 'AT_RISK',
    });
    return await rest.post<Release>(`/releases/${created.id}/start`);
  };
  const byTitle = await follows('by title', 'Configuration/riskProfiles/STRICT');
  await follows('by default', 'Configuration/riskProfiles/RiskProfileDefault');
  const effects = async (score: number) =>
    (await xl.plan(profile(score))).effects.map(({ kind, path, runningReleases, releases }) => [
      `${kind} ${path}`,
      runningReleases,
      releases,
    ]);
  const scored = ({ id, title }: Release, before: number, after: number) => ({
    ...{ id: id.slice(id.lastIndexOf('/') + 1), title, status: 'IN_PROGRESS', riskScore: { before, after } },
  });
  const release = { ...byTitle, title: 'by title' };
  expect(await effects(95)).toEqual([['RiskProfile Strict', 1, [scored(release, 80, 95)]]]);
  await xl.apply(profile(95));
  const scoreOf = async (id: string) => (await rest.get<{ readonly riskScore: string }>(`/releases/${id}`)).riskScore;
  await expect.poll(() => scoreOf(byTitle.id)).toBe('095');

  const [, stored] = await rest.get<readonly { readonly id: string }[]>('/risks/profiles');
  const byId = await follows('by id', stored!.id);
  expect(await effects(40)).toEqual([
    ['RiskProfile Strict', 2, [scored({ ...byId, title: 'by id' }, 95, 40), scored(release, 95, 40)]],
  ]);
  expect(await effects(95)).toEqual([]);
});
