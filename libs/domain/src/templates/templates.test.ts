import { describe, expect, test } from 'vitest';
import { createTemplate } from '../commands/handle.ts';
import type { TaskDraft, TemplateDraft } from '../model/draft.ts';
import { blankCreation } from '../model/own-fields.ts';
import { tasksOf } from '../model/plan.ts';
import { blankTaskPassive } from '../model/task.ts';
import { caller, env, links, log, variable } from '../testing/inputs.ts';
import { formatPlan } from '../testing/notation.ts';

const template = (draft: TemplateDraft) => createTemplate(draft, 'Folder1', caller(), env());
function refusalOf(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof Error) return `${thrown.name}: ${thrown.message}`;
  }
  throw new Error('was not refused');
}

describe('a new template', () => {
  test('has a default phase, its defaults, and its creator as owner', () => {
    const { release, wakeAt, awaits, ...outcome } = template({ title: 'Webshop' });
    expect(formatPlan(release)).toBe('TEMPLATE New Phase:');
    expect(release).toMatchObject({
      id: 'Releasen1',
      folderId: 'Folder1',
      owner: 'amy',
      flagStatus: 'OK',
      autoStart: false,
      abortOnFailure: false,
      maxConcurrentReleases: 100,
      riskProfile: 'Configuration/riskProfiles/RiskProfileDefault',
      riskScore: 0,
      originTemplateId: null,
      calendarLinkToken: null,
    });
    expect(release.phases[0]).toMatchObject({ status: 'PLANNED', color: '#009CDB', originId: null });
    expect([wakeAt, awaits]).toEqual([null, []]);
    expect(log(outcome)).toEqual(['RELEASE_CREATED n1']);
  });

  test('has the imported comments of its tasks, also in groups', () => {
    const draftComments = (text: string, date: number | null = null) => [{ text, author: 'bob', date }];
    const { comments } = template({
      title: 'Webshop',
      phases: [
        { title: 'Bare' },
        {
          tasks: [
            { id: 'Taska' },
            {
              id: 'Taskg',
              type: 'SequentialGroup',
              tasks: [{ id: 'Taskb', comments: draftComments('in it', 5) }],
              comments: draftComments('all'),
            },
          ],
        },
      ],
    });
    expect(comments.map(({ taskId, text, author, date }) => [taskId, text, author, date])).toEqual([
      ['Taskg', 'all', 'bob', env().now],
      ['Taskb', 'in it', 'bob', 5],
    ]);
    expect(template({ title: 'None' }).comments).toEqual([]);
  });

  test('keeps the fields, phases, tasks, variables and ids of the draft', () => {
    const { release } = template({
      id: 'Releasemine',
      title: 'Webshop',
      owner: 'bob',
      description: 'all of it',
      phases: [{ id: 'Phasemine', title: 'Build', tasks: [{ id: 'Taskmine', title: 'a', description: 'do ${v}' }] }],
      variables: [{ id: 'Variablemine', key: '${v}', type: 'StringVariable', value: '1' }],
    });
    expect([release.id, release.owner, formatPlan(release)]).toEqual(['Releasemine', 'bob', 'TEMPLATE Build: a.']);
    expect(release.passive).toMatchObject({ kind: 'new', value: { description: 'all of it', archiveRelease: true } });
    expect(release.variables.map(({ id, key, value, requiresValue }) => [id, key, value, requiresValue])).toEqual([
      ['Variablemine', 'v', '1', true],
    ]);
    const [task] = release.phases[0]?.tasks ?? [];
    expect(task?.id).toBe('Taskmine');
    expect(task?.passive).toEqual({ kind: 'new', value: { ...blankTaskPassive, description: 'do ${v}' } });
    expect(task?.definition).toMatchObject({ uses: { description: ['v'] }, hasPrecondition: false });
  });

  test.each(['Taskmine', '../x', 'Release', '', null])('does not keep %j as an id', (id) => {
    expect(template({ title: 'Webshop', id }).release.id).toBe('Releasen1');
  });

  test.each<readonly [string, TemplateDraft, string]>([
    ['a blank title', { title: ' ' }, 'Invalid: title: a template needs a title'],
    ['a phase without title', { title: 't', phases: [{ title: '' }] }, 'Invalid: title: a phase needs a title'],
    [
      'a task without title',
      { title: 't', phases: [{ tasks: [{ title: ' ' }] }] },
      'Invalid: title: a task needs a title',
    ],
    [
      'a duplicate id',
      { title: 't', phases: [{ tasks: [{ id: 'Taska' }, { id: 'Taska' }] }] },
      "Conflict: 'Taska' already exists",
    ],
    [
      'a duplicate key',
      {
        title: 't',
        variables: [
          { key: 'v', type: 'StringVariable' },
          { key: '${v}', type: 'IntegerVariable' },
        ],
      },
      "Conflict: A variable already exists by key 'v'",
    ],
    [
      'a circle of links',
      {
        title: 't',
        phases: [
          {
            tasks: [
              {
                type: 'ParallelGroup',
                tasks: [{ id: 'Taska' }, { id: 'Taskb' }, { id: 'Taskc' }],
                links: [...links('a>b b>c c>a')],
              },
            ],
          },
        ],
      },
      'Invalid: links: the tasks of a group cannot wait for each other in a cycle',
    ],
    [
      'a task that waits for itself',
      {
        title: 't',
        phases: [{ tasks: [{ type: 'ParallelGroup', tasks: [{ id: 'Taska' }], links: [...links('a>a')] }] }],
      },
      'Invalid: links: the tasks of a group cannot wait for each other in a cycle',
    ],
  ])('is rejected with %s', (_, draft, reason) => {
    expect(refusalOf(() => template(draft))).toBe(reason);
  });

  test('has a limited size', () => {
    const draftsOf = (length: number): TaskDraft[] => Array.from({ length }, () => ({}));
    const deep = (depth: number): TaskDraft =>
      Array.from({ length: depth }).reduce<TaskDraft>((inner) => ({ type: 'SequentialGroup', tasks: [inner] }), {});
    const phased = (tasks: readonly TaskDraft[]) => () => template({ title: 't', phases: [{ tasks }] });
    expect(refusalOf(phased(draftsOf(3_001)))).toBe('Conflict: a release has at most 3000 tasks');
    expect(phased(draftsOf(3_000))().release.phases[0]?.tasks).toHaveLength(3_000);
    expect(refusalOf(phased([deep(21)]))).toBe('Invalid: groups can be nested at most 20 deep');
    expect(refusalOf(phased([deep(10_000)]))).toBe('Invalid: groups can be nested at most 20 deep');
    expect([...tasksOf(phased([deep(20)])().release)]).toHaveLength(21);
    const phases = Array.from({ length: 501 }, () => ({}));
    expect(refusalOf(() => template({ title: 't', phases }))).toBe('Conflict: a release has at most 500 phases');
  });

  test('contains tasks with all fields that a client can set', () => {
    const task: TaskDraft = {
      type: 'GateTask',
      title: 'gate ${v}',
      precondition: 'True',
      failureHandler: ' ',
      abortScript: 'stop()',
      flagStatus: 'AT_RISK',
      properties: { deep: [{ text: '${w}' }], n: 1, none: null },
      conditions: [
        { id: '', title: 'c' },
        { id: 'GateCondition1', title: 'd' },
      ],
      dependencies: [
        { id: '', target: '${target}' },
        { id: '', target: 'Applications/Release1/Phase1' },
      ],
    };
    const [created] = template({ title: 't', phases: [{ tasks: [task] }] }).release.phases[0]?.tasks ?? [];
    expect(created?.definition).toMatchObject({
      hasPrecondition: true,
      hasFailureHandler: false,
      hasAbortScript: true,
      uses: { title: ['v'], properties: ['w'], dependencies: ['target'] },
      creation: null,
    });
    expect(created?.definition.dependencies.map(({ target }) => target)).toEqual(['${target}', 'Phase1']);
    expect(created?.definition.conditions.map(({ id }) => id.slice(0, 13))).toEqual(['GateCondition', 'GateCondition']);
    expect(created?.run).toMatchObject({ status: 'PLANNED', hasBeenFlagged: true });
  });

  test('keeps children of groups only, and drops links to unknown tasks', () => {
    const templateVariables = [variable('x', '${w}'), variable('y', 5)];
    const tasks: TaskDraft[] = [
      { title: 'plain', tasks: [{ title: 'lost' }] },
      { type: 'ParallelGroup', title: 'p', tasks: [{ id: 'Taska', title: 'a' }], links: [...links('a>x y>a')] },
      { type: 'ParallelGroup', title: 'q' },
      { type: 'CreateReleaseTask', title: 'c' },
      {
        type: 'CreateReleaseTask',
        title: 'e',
        creation: { ...blankCreation, newReleaseTitle: '${v}', templateVariables },
      },
      { type: 'Task', title: 'd', creation: null },
    ];
    const { release } = template({ title: 't', phases: [{ title: 'P', tasks }] });
    expect(formatPlan(release)).toBe('TEMPLATE P: plain. p.[a.] q.[] c. e. d.');
    const [, p, , c, e, d] = release.phases[0]?.tasks ?? [];
    expect(e?.definition.uses).toEqual({ creation: ['v', 'w'] });
    expect(p?.definition.links).toEqual([]);
    expect(c?.definition.creation).toMatchObject({ newReleaseTitle: '', startRelease: true });
    expect(d?.definition.creation).toBe(null);
  });
});
