import { type Fixture, phase, task, template, withTasks } from './fixture.ts';

const sealed = '{aes:v0}AAAA';

/** Edge cases from real files. */
export const edgeCases: readonly Fixture[] = [
  {
    name: 'slashes that are escaped, in texts, too',
    template: template('a/b', { description: 'http://x/y \\/ z', phases: [phase('1/2', task('Task', 'c/d'))] }),
    shows: { title: 'a/b', description: 'http://x/y \\/ z' },
  },
  {
    name: 'ids that are not there, are empty, or are none',
    template: template('ids', {
      id: '',
      phases: [
        { ...phase('Build', { ...task('Task', 'a'), id: null }, { ...task('Task', 'b'), id: 'no id' }), id: 'Phase' },
      ],
    }),
  },
  {
    name: 'ids that several things have',
    template: template('twice', {
      variables: [
        { id: 'Variabletwice', type: 'xlrelease.StringVariable', key: 'a', requiresValue: false },
        { id: 'Variabletwice', type: 'xlrelease.StringVariable', key: 'b', requiresValue: false },
      ],
      phases: [
        { ...phase('Build', { ...task('Task', 'a'), id: 'Tasktwice' }), id: 'Phasetwice' },
        { ...phase('Ship', { ...task('Task', 'b'), id: 'Tasktwice' }), id: 'Phasetwice' },
      ],
    }),
  },
  {
    name: 'people that there are not, everywhere',
    template: template('people', {
      owner: 'gone',
      memberViewers: ['gone', 'admin'],
      scriptUsername: 'gone',
      scriptUserPassword: sealed,
      teams: [
        {
          type: 'xlrelease.Team',
          teamName: 'Ops',
          members: ['gone', 'admin'],
          roles: ['lost'],
          permissions: ['release#view'],
        },
      ],
      phases: [phase('Build', task('Task', 'a', { owner: 'gone', watchers: ['gone'] }))],
    }),
    warnings: [
      'scriptUserPassword was left out: a secret of another server, or a masked one',
      "scriptUsername 'gone' was left out: there is no such user",
      "owner 'gone' was left out: there is no such user",
      "viewer 'gone' was left out: there is no such user",
      "task 'a' in phase 'Build': owner 'gone' was left out: there is no such user",
      "task 'a' in phase 'Build': watcher 'gone' was left out: there is no such user",
      "teams: user 'gone' was left out of team 'Ops': there is no such user",
      "teams: role 'lost' was left out of team 'Ops': there is no such role",
    ],
    shows: { memberViewers: ['admin'], owner: 'admin' },
  },
  {
    name: 'gates that wait for each other, for what is gone, and for nothing',
    template: template('cycle', {
      phases: [
        phase(
          'Build',
          { ...task('GateTask', 'a'), id: 'Taskcyclea', dependencies: [{ target: 'Taskcycleb' }, { target: null }] },
          {
            ...task('GateTask', 'b'),
            id: 'Taskcycleb',
            dependencies: [{ targetId: 'Applications/Releasex/Phasex/Taskcyclea' }, { target: 'Releasegone' }],
          },
        ),
      ],
    }),
    warnings: [
      "task 'a' in phase 'Build': a dependency was left out: it has no target",
      "task 'b' in phase 'Build': the dependency on 'Releasegone' was left out: there is no release, phase or task of this id",
    ],
    stops: true,
  },
  {
    name: 'a task that asks for a variable that there is not',
    template: template('asks', {
      variables: [{ id: 'Variableasked', type: 'xlrelease.StringVariable', key: 'v', requiresValue: false }],
      phases: [
        phase(
          'Build',
          task('UserInputTask', 'ask', { variables: ['Releasex/Variableasked', 'Releasex/Variablegone'] }),
        ),
      ],
    }),
    warnings: [
      "task 'ask' in phase 'Build': the input 'Variablegone' was left out: the template has no variable of this id",
    ],
  },
  {
    name: 'targets as whole objects',
    template: template('objects', {
      phases: [
        phase(
          'Build',
          { ...task('Task', 'first'), id: 'Taskobjectfirst' },
          task('GateTask', 'then', { dependencies: [{ target: { id: 'Taskobjectfirst', title: 'first' } }] }),
        ),
      ],
    }),
  },
  {
    name: 'the template of a new release by its older name',
    template: {
      ...withTasks('older', task('CreateReleaseTask', 'next', { newReleaseTitle: 'n', template: 'Releaseolder' })),
      id: 'Releaseolder',
    },
    stops: true,
  },
  {
    name: 'types without a prefix, and with ours',
    template: {
      ...template('prefixes', {
        phases: [
          {
            title: 'P',
            tasks: [
              { type: 'rel.GateTask', title: 'g' },
              { type: 'Task', title: 't' },
            ],
          },
        ],
      }),
      type: 'rel.Release',
    },
    shows: { phases: [{ tasks: [{ type: 'rel.GateTask' }, { type: 'rel.Task' }] }] },
  },
  {
    name: 'a color that is none, and nothing in lists',
    template: template('colors', {
      tags: null,
      variables: null,
      phases: [{ title: 'P', color: 'blue', tasks: [null, { title: 't' }] }],
    }),
    warnings: [
      "phase 'P': color 'blue' was left out: it is not a color",
      "phase 'P': 1 of tasks was left out: they are not objects",
    ],
  },
  {
    name: 'a release that runs, as it stood when it was exported',
    template: {
      ...template('running', {
        startDate: '2021-03-04T09:00:00Z',
        originTemplateId: 'Applications/Releaseorigin',
        calendarLinkToken: '-1',
        phases: [
          {
            ...phase('Build', {
              ...task('Task', 'done', {
                comments: [{ text: 'well', author: 'ann' }],
                startDate: '2021-03-04T09:00:00Z',
              }),
              status: 'COMPLETED',
            }),
            status: 'IN_PROGRESS',
          },
        ],
      }),
      status: 'IN_PROGRESS',
    },
    shows: { status: 'TEMPLATE', phases: [{ status: 'PLANNED', tasks: [{ status: 'PLANNED', comments: [] }] }] },
  },
  {
    name: 'a workflow with a logo, facets, extensions and viewers',
    template: template('workflow', {
      kind: 'WORKFLOW',
      categories: ['Cloud'],
      author: 'ann',
      logo: { type: 'xlrelease.Attachment', contentType: 'image/png' },
      extensions: [{ type: 'xlrelease.Dashboard', tiles: [{ type: 'xlrelease.Tile', row: 1 }] }],
      phases: [phase('Build', task('Task', 'a', { facets: [{ type: 'udm.DeploymentTaskFacet', scope: 'TASK' }] }))],
    }),
    shows: { kind: 'WORKFLOW', categories: ['Cloud'], author: 'ann' },
  },
  {
    name: 'no phase at all',
    template: template('empty', {}),
    shows: { phases: [{ title: 'New Phase' }] },
  },
  {
    name: '2,000 tasks',
    template: template('many', {
      phases: Array.from({ length: 20 }, (_, at) =>
        phase(`P${at}`, ...Array.from({ length: 100 }, (__, index) => task('Task', `t${index}`, { tags: ['x'] }))),
      ),
    }),
    stops: true,
  },
];
