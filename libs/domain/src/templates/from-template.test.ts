import { describe, expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { caller, env, links, log, variable } from '../testing/inputs.ts';
import { at, formatPlan, noon, plan, type TaskOverrides } from '../testing/notation.ts';
import { type CreateReleaseRequest, prospectiveRelease } from './templates.ts';

const request: CreateReleaseRequest = {
  releaseTitle: 'Webshop 2.0',
  folderId: null,
  variables: {},
  scheduledStartDate: null,
  autoStart: false,
  startedFromTaskId: null,
  releaseOwner: null,
};
function create(from: Release, overrides: Partial<CreateReleaseRequest> = {}, environment = env(), by = caller()) {
  const decision = createRelease(from, { ...request, ...overrides }, by, environment);
  if (decision.kind === 'missingData') throw new Error('the decision requires data');
  return decision.outcome;
}
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  }
  throw new Error('was not refused');
}

describe('a release from a template', () => {
  const gate: TaskOverrides = {
    type: 'GateTask',
    dependencies: [{ id: 'Dependency1', target: 'Taska' }],
    conditions: [{ id: 'GateCondition1', title: 'c' }],
  };
  const far: TaskOverrides = { type: 'GateTask', dependencies: [{ id: 'Dependency2', target: 'Taskelsewhere' }] };
  const source = plan('TEMPLATE Build: a. p.[b. c.] | Ship: gate. ask. far.', {
    id: 'Releasetemplate',
    variables: [variable('v', 'default'), variable('o', null, { requiresValue: false })],
    task: {
      p: { links: links('b>c') },
      gate,
      far,
      ask: { type: 'UserInputTask', inputs: ['Variablev', 'Variablegone'] },
    },
    tags: ['web'],
  });

  test('is planned, and contains the id of its template', () => {
    const { release, entries } = create(source);
    expect(formatPlan(release)).toBe('PLANNED Build: a. p.[b. c.] | Ship: gate. ask. far.');
    expect(release).toMatchObject({
      title: 'Webshop 2.0',
      owner: 'amy',
      folderId: 'Folder1',
      originTemplateId: 'Releasetemplate',
      startedFromTaskId: null,
      tags: ['web'],
      passive: { kind: 'copy', of: 'Releasetemplate', beforeRun: false, changes: null },
    });
    expect(release.calendarLinkToken).toMatch(/^-?\d+$/);
    expect(log({ entries })[0]).toMatch(/^RELEASE_CREATED_FROM_TEMPLATE /);
  });

  test('has the description, tags and due date of the request, or else those of the template', () => {
    const template = { ...source, dueDate: at('18:00') };
    const own = { description: 'hotfix', tags: ['urgent'], dueDate: at('16:00') };
    expect(create(template, { own }).release).toMatchObject({
      ...{ tags: ['urgent'], dueDate: at('16:00') },
      passive: { kind: 'copy', of: 'Releasetemplate', changes: { description: 'hotfix' } },
    });
    expect(create(template, { own: { tags: [] } }).release).toMatchObject({ tags: [], dueDate: at('18:00') });
    expect(prospectiveRelease(template, { ...request, own }).dueDate).toBe(at('16:00'));
    expect(prospectiveRelease(template, request).dueDate).toBe(at('18:00'));
  });

  test('has the values of the request', () => {
    const overrides = { folderId: 'Folder2', releaseOwner: 'bob', scheduledStartDate: at('15:00'), autoStart: true };
    const { release, wakeAt } = create(source, overrides);
    expect(release).toMatchObject({
      folderId: 'Folder2',
      owner: 'bob',
      scheduledStartDate: at('15:00'),
      autoStart: true,
    });
    expect([release.status, wakeAt]).toEqual(['PLANNED', at('15:00')]);
  });

  test('has new ids everywhere, and its references point to its own parts', () => {
    const { release } = create(source);
    const old = JSON.stringify(source).match(/"(?:Phase|Task|Variable|Link|GateCondition|Dependency)\w+"/g) ?? [];
    const text = JSON.stringify({ ...release, phases: release.phases.map(({ passive, ...phase }) => phase) });
    const reused = [...new Set(old)].filter((id) =>
      text.replace(/"(?:of|inputs|target)":"[^"]*"|"Variablegone"/g, '').includes(id),
    );
    expect(reused).toEqual([]);
    const [a, p] = release.phases[0]?.tasks ?? [];
    const [copied, inputTask, third] = release.phases[1]?.tasks ?? [];
    expect(p?.definition.links.map(({ source: from, target }) => [from, target])).toEqual([
      p?.tasks.map(({ id }) => id),
    ]);
    expect(copied?.definition.dependencies.map(({ target }) => target)).toEqual([a?.id]);
    expect(third?.definition.dependencies.map(({ target }) => target)).toEqual(['Taskelsewhere']);
    expect(inputTask?.definition.inputs).toEqual([release.variables[0]?.id, 'Variablegone']);
    expect([...tasksOf(release)].map(({ originId }) => originId)).toEqual([null, null, null, null, null, null, null]);
  });

  test.each([
    ['its defaults', {}, ['default', null]],
    ['values by key', { v: '2.0', o: 'x' }, ['2.0', 'x']],
    ['values by ${key}', { '${v}': '2.0' }, ['2.0', null]],
    ['null as no value', { v: null }, ['default', null]],
    ['a mask as the stored value', { v: '********' }, ['default', null]],
    ['and ignores unknown keys', { other: 'x' }, ['default', null]],
  ])('accepts %s', (_, variables, expected) => {
    expect(create(source, { variables }).release.variables.map(({ value }) => value)).toEqual(expected);
  });

  test('treats an empty text as no value, except for text variables', () => {
    const variables = [variable('i', 1, { type: 'IntegerVariable' }), variable('b', true, { type: 'BooleanVariable' })];
    const { release } = create({ ...source, variables }, { variables: { i: '', b: '' } });
    expect(release.variables.map(({ value }) => value)).toEqual([1, true]);
  });

  test.each<readonly [string, Partial<CreateReleaseRequest>, string]>([
    ['without a required value', { variables: { v: '' } }, 'Invalid: variables: a value is required for v'],
    ['with a value of the wrong type', { variables: { v: ['x'] } }, 'Invalid: variables.v: expected a text'],
    ['without a title', { releaseTitle: '' }, 'Invalid: title: a release needs a title'],
  ])('is rejected %s', (_, overrides, reason) => {
    expect(refusalOf(() => create(source, overrides))).toBe(reason);
  });

  test('starts at its date, or at once without a date', () => {
    expect(create(source, { autoStart: true }).release.status).toBe('IN_PROGRESS');
    expect(create(source, { autoStart: true, scheduledStartDate: at('11:00') }).release.status).toBe('IN_PROGRESS');
    const dated = create({ ...source, scheduledStartDate: at('18:00') }, { autoStart: true });
    expect([dated.release.status, dated.release.scheduledStartDate]).toEqual(['PLANNED', at('18:00')]);
  });

  test('logs its creator and its starter, in order', () => {
    expect(log(create(plan('TEMPLATE Build: a.'), { autoStart: true })).map((line) => line.split(' ')[0])).toEqual([
      'RELEASE_CREATED_FROM_TEMPLATE',
      'RELEASE_STARTED',
      'PHASE_STARTED',
      'TASK_STARTED',
    ]);
  });

  test('requests the data that its first task needs to start', () => {
    const delayedTemplate = plan('TEMPLATE Build: a.', { task: { a: { delayDuringBlackout: true } } });
    const overrides = createRelease(delayedTemplate, { ...request, autoStart: true }, caller(), env({ data: {} }));
    expect(overrides).toEqual({ kind: 'missingData', requirements: [{ kind: 'blackouts' }] });
  });

  test.each([
    ['Linkffffffffffffffffffffffffffffffff', '-1'],
    ['Link00000000000000007fffffffffffffff', '9223372036854775807'],
    ['Link-', '0'],
  ])('gets a 64-bit calendar token from an id like %s', (id, token) => {
    const environment = env();
    const newId: typeof environment.newId = (kind) => (kind === 'Link' ? id : environment.newId(kind));
    expect(create(plan('TEMPLATE Build: a.'), {}, { ...environment, newId }).release.calendarLinkToken).toBe(token);
  });

  test('does not contain run data of its template', () => {
    const used = {
      ...source,
      startDate: noon,
      abortComment: 'x',
      automatedResumeCount: 3,
      riskScore: 9,
      archived: false,
    };
    expect(create(used).release).toMatchObject({
      startDate: null,
      abortComment: null,
      automatedResumeCount: 0,
      riskScore: 0,
    });
  });
});

test('a release with startsNow starts at once, regardless of its dates', () => {
  const later = { ...plan('TEMPLATE Build: a. b.'), scheduledStartDate: at('15:00') };
  const outcome = create(later, { startsNow: true });
  expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Build: a> b.');
  expect(log(outcome).slice(0, 2)).toEqual(['RELEASE_CREATED_FROM_TEMPLATE n1', 'RELEASE_STARTED n1']);
});

test('a release for a preview keeps the ids of its template, has the values, and may have missing ones', () => {
  const template = plan('TEMPLATE Build: a.', { scheduledStartDate: noon, variables: [variable('v'), variable('w')] });
  const prospective = prospectiveRelease(template, { ...request, variables: { v: '1' } });
  expect(formatPlan(prospective)).toBe('PLANNED Build: a.');
  expect([prospective.id, prospective.title, prospective.scheduledStartDate]).toEqual([
    template.id,
    'Webshop 2.0',
    noon,
  ]);
  expect(prospective.variables.map(({ id, value }) => [id, value])).toEqual([
    ['Variablev', '1'],
    ['Variablew', null],
  ]);
  expect(prospectiveRelease(template, { ...request, scheduledStartDate: at('15:00') }).scheduledStartDate).toBe(
    at('15:00'),
  );
});

test('a trigger is logged as the creator, and adds its tags to those of the template', () => {
  const source = plan('TEMPLATE Build: a.', { tags: ['a', 'b'] });
  const overrides = create(source, { triggered: { title: 'Nightly', tags: ['b', 'c'], literal: [] } }).release;
  expect([overrides.createdFromTrigger, overrides.tags]).toEqual([true, ['a', 'b', 'c']]);
  expect(create(source).release).toMatchObject({ createdFromTrigger: false, tags: ['a', 'b'] });
});

test('the author of a trigger creates its releases, and a user who fires it manually starts them', () => {
  const source = plan('TEMPLATE Build: a.');
  const authorship = (author: string | null, username = 'SYSTEM') =>
    create(source, { triggered: { title: 'Nightly', tags: [], literal: [], author } }, env(), { ...caller(), username })
      .release.authorship;
  const blank = { createdBy: 'SYSTEM', startedBy: null, changedBy: null, revision: 1 };
  expect(authorship(null)).toEqual(blank);
  expect(authorship('ann')).toEqual({ ...blank, createdBy: 'ann' });
  expect(authorship('ann', 'bob')).toEqual({ ...blank, createdBy: 'ann', startedBy: 'bob' });
});

test('placeholders in an external value of a variable are not replaced', () => {
  const source = plan('TEMPLATE Build: a.', { variables: [variable('title'), variable('own')] });
  const values = { title: '${global.secret}', own: '${global.site}' };
  const overrides = create(source, {
    variables: values,
    triggered: { title: 'Nightly', tags: [], literal: ['title'] },
  }).release;
  expect(overrides.variables.map(({ key, preventInterpolation }) => [key, preventInterpolation])).toEqual([
    ['title', true],
    ['own', false],
  ]);
});
