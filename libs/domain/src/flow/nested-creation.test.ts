import { describe, expect, test } from 'vitest';
import { blankCreation } from '../model/own-fields.ts';
import { completeFirstTask, releaseCreating, template, templateEnv } from '../testing/creations.ts';
import { parseInput } from '../testing/examples.ts';
import { decide, task, variable } from '../testing/inputs.ts';
import { at, formatPlan, noon, type PlanOverrides, plan } from '../testing/notation.ts';

describe('releases that create releases', () => {
  const nest = plan('TEMPLATE Work: make.', {
    id: 'Releasework',
    task: {
      make: {
        type: 'CreateReleaseTask',
        creation: { ...blankCreation, newReleaseTitle: 'Next', templateId: 'Releasework' },
      },
    },
  });

  test('can be nested five deep in one decision', () => {
    const { release, created } = completeFirstTask(
      releaseCreating({}),
      templateEnv({ templates: new Map([['Releasework', nest]]) }),
    );
    expect(formatPlan(release)).toBe('IN_PROGRESS Ship: a+ make+ b>');
    expect(created.map((child) => `${child.release.depth} ${child.release.status}`)).toEqual([
      '1 COMPLETED',
      '2 COMPLETED',
      '3 COMPLETED',
      '4 COMPLETED',
      '5 FAILED',
    ]);
    expect(created[4]?.comments.map(({ text }) => text)).toEqual([
      'Releases that create releases can be nested at most 5 deep.',
    ]);
  });

  test('contain unique ids', () => {
    const { created } = completeFirstTask(
      releaseCreating({}),
      templateEnv({ templates: new Map([['Releasework', nest]]) }),
    );
    expect(
      new Set(created.flatMap(({ release }) => [release.id, release.phases[0]?.id, release.phases[0]?.tasks[0]?.id]))
        .size,
    ).toBe(15);
  });
});

const maker = {
  type: 'CreateReleaseTask',
  creation: { ...blankCreation, newReleaseTitle: 'C', templateId: 'Releasework' },
};

describe('too many running releases', () => {
  const full = templateEnv({ runningCreated: 100 });
  const waiting = completeFirstTask(releaseCreating({}), full);

  test('make a create-release task wait, with a retry in ten seconds', () => {
    expect(formatPlan(waiting.release)).toBe('IN_PROGRESS Ship: a+ make> b.');
    expect(waiting.awaits).toEqual([
      { taskId: 'Taskmake', kind: 'capacity', purpose: null, reference: 'created', until: null },
    ]);
    expect(waiting.wakeAt).toBe(noon + 10_000);
    const stillWaiting = decide(waiting.release, parseInput('time'), full);
    expect(stillWaiting.release).toBe(waiting.release);
  });

  test('allow the task to continue when there is capacity', () => {
    const { release, created } = decide(waiting.release, parseInput('time'), templateEnv({ runningCreated: 99 }));
    expect(formatPlan(release)).toBe('IN_PROGRESS Ship: a+ make+ b>');
    expect(created).toHaveLength(1);
    expect(task(release, 'make').run.waitsForCapacity).toBe(false);
  });

  test('include releases that siblings and children create in the same decision', () => {
    const two = plan('Ship: a> make.', { maxConcurrentReleases: 2, task: { make: maker } });
    const childPlan = plan('TEMPLATE Work: p.[m. n.]', {
      id: 'Releasework',
      maxConcurrentReleases: 2,
      task: { m: maker, n: maker },
    });
    const { created } = completeFirstTask(two, templateEnv({ templates: new Map([['Releasework', childPlan]]) }));
    expect(created.map(({ release }) => formatPlan(release))).toEqual([
      'IN_PROGRESS Work: p>[m+ n>]',
      'IN_PROGRESS Work: p>[m> n>]',
    ]);
  });

  test('are not counted for a task that starts no release', () => {
    const planned = { ...maker, creation: { ...maker.creation, startRelease: false } };
    const { created } = completeFirstTask(
      plan('Ship: a> make.', { task: { make: planned } }),
      templateEnv({ runningCreated: undefined }),
    );
    expect(created.map(({ release }) => release.status)).toEqual(['PLANNED']);
  });

  test('include releases of the same decision', () => {
    const creation = { ...blankCreation, newReleaseTitle: 'C', templateId: 'Releasework' };
    const sameCreation = { type: 'CreateReleaseTask', creation };
    const both = plan('Ship: a> p.[m. n.]', { maxConcurrentReleases: 1, task: { m: sameCreation, n: sameCreation } });
    const { release, created } = completeFirstTask(both);
    expect(formatPlan(release)).toBe('IN_PROGRESS Ship: a+ p>[m+ n>]');
    expect(created).toHaveLength(1);
  });
});

test('a gate that waits for a release of the same decision observes it as open', () => {
  const child = {
    type: 'CreateReleaseTask',
    creation: { ...blankCreation, newReleaseTitle: 'C', templateId: 'Releasework', createdReleaseId: '${child}' },
  };
  const gate = {
    type: 'GateTask',
    dependencies: [{ id: 'Dependency1', target: '${child}' }],
    uses: { dependencies: ['child'] },
  };
  const release = plan('Ship: a> make. gate.', {
    task: { make: child, gate },
    variables: [variable('child', null, { requiresValue: false })],
  });
  const outcome = completeFirstTask(release, templateEnv({ folders: new Map([['Folder1', 'Applications/Folder1']]) }));
  expect(formatPlan(outcome.release)).toBe('IN_PROGRESS Ship: a+ make+ gate>');
  expect(outcome.awaits.map(({ kind, reference }) => [kind, reference])).toEqual([
    ['target', outcome.created[0]?.release.id],
  ]);
});

test('the scheduled start date of the template does not delay a release that a task starts', () => {
  const environment = templateEnv({
    templates: new Map([['Releasework', { ...template, scheduledStartDate: at('18:00') }]]),
  });
  expect(completeFirstTask(releaseCreating({}), environment).created[0]?.release.status).toBe('IN_PROGRESS');
});

test('a create-release task finds its template and its folder by paths of titles', () => {
  const environment = templateEnv({
    templates: new Map([['Team A/Work', template]]),
    folders: new Map([
      ['Team A/Ours', 'Applications/Folder1/Folder2'],
      ['Folder2', 'Applications/Folder1/Folder2'],
    ]),
  });
  const { created } = completeFirstTask(
    releaseCreating({ templateId: 'Team A/Work', folderId: 'Team A/Ours' }),
    environment,
  );
  expect(created[0]?.release).toMatchObject({ originTemplateId: 'Releasework', folderId: 'Folder2' });
});

test('a create-release task passes its variables to the template', () => {
  const templateWithVariables = {
    ...template,
    variables: [variable('v'), variable('n', 0, { type: 'IntegerVariable' })],
  };
  const environment = templateEnv({ templates: new Map([['Releasework', templateWithVariables]]) });
  const templateVariables = [variable('v', 'is ${w}'), variable('n', 5)];
  const overrides: PlanOverrides = { variables: [variable('w', 'w')], task: { make: { uses: { creation: ['w'] } } } };
  expect(
    completeFirstTask(releaseCreating({ templateVariables }, overrides), environment).created[0]?.release.variables.map(
      ({ value }) => value,
    ),
  ).toEqual(['is w', 5]);
});

test('a create-release task encrypts values for passwords that were sent as texts', () => {
  const password = { type: 'PasswordStringVariable' } as const;
  const templateWithVariables = {
    ...template,
    variables: ['a', 'b', 'c', 'd'].map((key) => variable(key, null, password)),
  };
  const environment = templateEnv({ templates: new Map([['Releasework', templateWithVariables]]) });
  const [sealed, text, filled] = ['v1.00000000.x', 'secret', 'is ${w}'];
  const templateVariables = [
    variable('a', text),
    variable('b', filled),
    variable('c', sealed, password),
    variable('d', text, password),
  ];
  const overrides: PlanOverrides = { variables: [variable('w', 'w')], task: { make: { uses: { creation: ['w'] } } } };
  const { release, created } = completeFirstTask(releaseCreating({ templateVariables }, overrides), environment);
  expect(created[0]?.release.variables.map(({ value }) => value)).toEqual([
    'v1.00000000.secret',
    'v1.00000000.is w',
    sealed,
    'v1.00000000.secret',
  ]);
  const stored = task(release, 'make').definition.creation?.templateVariables;
  expect(stored?.map(({ type, value }) => [type.replace('StringVariable', ''), value])).toEqual([
    ['Password', 'v1.00000000.secret'],
    ['', filled],
    ['Password', sealed],
    ['Password', 'v1.00000000.secret'],
  ]);
});
