import { type Fixture, phase, task, template, withTasks } from './fixture.ts';

const location = (title: string) => `task '${title}' in phase 'Build'`;
const manualWarning = (title: string, type: string) =>
  `${location(title)}: its type '${type}' is not known here: it becomes a manual task`;
const shown = (...tasks: readonly object[]) => ({ phases: [{ tasks }] });
const sealed = '{aes:v0}UVVcGZWZ0k2m0kkWHv0A2w==';
const secretOmitted = 'was left out: a secret of another server, or a masked one';

/** One template for each task type (file-formats.md, JSON task shapes). */
export const taskTypes: readonly Fixture[] = [
  {
    name: 'a manual task with all that a task has',
    template: withTasks(
      'manual',
      task('Task', 'all', {
        description: 'with *care*',
        team: 'Ops',
        tags: ['a', 'b'],
        precondition: 'True',
        failureHandler: 'pass',
        taskFailureHandlerEnabled: true,
        taskRecoverOp: 'SKIP_TASK',
        flagStatus: 'AT_RISK',
        flagComment: 'slow',
        plannedDuration: 3600,
        dueDate: '2030-01-02T03:04:05.678+0100',
        waitForScheduledStartDate: false,
        delayDuringBlackout: true,
        locked: false,
      }),
    ),
    shows: shown({
      description: 'with *care*',
      taskRecoverOp: 'SKIP_TASK',
      flagStatus: 'AT_RISK',
      dueDate: '2030-01-02T02:04:05.678+00:00',
    }),
    stops: true,
  },
  {
    name: 'a gate with conditions and a dependency on a variable',
    template: template('gate', {
      variables: [{ type: 'xlrelease.StringVariable', key: 'target', requiresValue: false, showOnReleaseStart: false }],
      phases: [
        phase('Build', {
          ...task('GateTask', 'gate'),
          conditions: [{ type: 'xlrelease.GateCondition', title: 'tested?', checked: false }],
          dependencies: [{ type: 'xlrelease.Dependency', target: '${target}' }],
        }),
      ],
    }),
    shows: shown({ conditions: [{ title: 'tested?' }], dependencies: [{ targetId: '${target}' }] }),
    stops: true,
  },
  {
    name: 'a gate with conditions alone',
    template: withTasks('ticks', task('GateTask', 'gate', { conditions: [{ title: 'a' }, { title: 'b' }] })),
    shows: shown({ conditions: [{ title: 'a' }, { title: 'b' }] }),
  },
  {
    name: 'groups in groups, with links that tell their group',
    template: withTasks(
      'groups',
      task('ParallelGroup', 'both', {
        tasks: [
          { ...task('Task', 'a'), id: 'Taska' },
          { ...task('SequentialGroup', 'then', { tasks: [task('Task', 'b'), task('Task', 'c')] }), id: 'Taskthen' },
        ],
        links: [{ type: 'xlrelease.Link', parallelGroup: 'Taskboth', source: 'Taska', target: 'Taskthen' }],
      }),
    ),
  },
  {
    name: 'a script',
    template: withTasks(
      'script',
      task('ScriptTask', 'script', { script: "print '${v}'", ignoreScriptVariableInterpolation: true }),
    ),
    shows: shown({ script: "print '${v}'", ignoreScriptVariableInterpolation: true }),
    stops: true,
  },
  {
    name: 'a script in Groovy',
    template: withTasks('groovy', task('GroovyScriptTask', 'script', { script: 'println 1' })),
    shows: shown({ script: 'println 1' }),
  },
  {
    name: 'a script that lies elsewhere',
    template: withTasks('external', task('ExternalScriptTask', 'script', { url: 'http://files/a.py' })),
    shows: shown({ url: 'http://files/a.py' }),
  },
  {
    name: 'a task of a plugin that nobody has',
    template: withTasks(
      'plugin',
      task('CustomScriptTask', 'build', {
        keepPreviousOutputPropertiesOnRetry: false,
        variableMapping: { 'pythonScript.result': '${result}' },
        pythonScript: { type: 'acme.Build', jobName: 'deploy', password: sealed, customScriptTask: 'Task1' },
      }),
    ),
    warnings: [`${location('build')}: pythonScript.password ${secretOmitted}`, manualWarning('build', 'acme.Build')],
    shows: shown({
      type: 'rel.Task',
      flagStatus: 'ATTENTION_NEEDED',
      unknownType: {
        type: 'CustomScriptTask',
        properties: { pythonScript: { jobName: 'deploy' } },
        variableMapping: { 'pythonScript.result': '${result}' },
      },
    }),
  },
  {
    name: 'a task in a container of a plugin that nobody has',
    template: withTasks('container', {
      ...task('Task', 'py'),
      type: 'containerPython.PythonTask',
      script: 'print(1)',
      capabilities: ['remote'],
    }),
    warnings: [manualWarning('py', 'containerPython.PythonTask')],
    shows: shown({ unknownType: { properties: { script: 'print(1)', capabilities: ['remote'] } } }),
  },
  {
    name: 'a notification',
    template: withTasks(
      'mail',
      task('NotificationTask', 'mail', { addresses: ['a@b.c'], cc: [], bcc: ['d@e.f'], subject: 's', body: 'b' }),
    ),
    shows: shown({ addresses: ['a@b.c'], cc: [], bcc: ['d@e.f'], subject: 's', body: 'b' }),
  },
  {
    name: 'a task that asks for input, by ids',
    template: template('input', {
      variables: [{ id: 'Variableask', type: 'xlrelease.StringVariable', key: 'ask', requiresValue: false, value: '' }],
      phases: [phase('Build', task('UserInputTask', 'form', { description: 'say it', variables: ['Variableask'] }))],
    }),
  },
  {
    name: 'a task that makes a release of its own template',
    template: {
      ...withTasks(
        'again',
        task('CreateReleaseTask', 'next', {
          newReleaseTitle: '${title} again',
          templateId: 'Applications/Releaseitself',
          startRelease: false,
          releaseTags: ['t'],
          templateVariables: [{ type: 'xlrelease.StringVariable', key: 'v', value: 'x', requiresValue: true }],
        }),
      ),
      id: 'Applications/Releaseitself',
    },
    shows: shown({ newReleaseTitle: '${title} again', templateVariables: [{ key: 'v', value: 'x' }] }),
    stops: true,
  },
  {
    name: 'a deployment with a password of another server',
    template: withTasks(
      'deploy',
      task('DeployitTask', 'ship', {
        server: 'Configuration/Deployit/prod',
        deploymentPackage: 'web/1.0',
        environment: 'prod',
        username: 'ann',
        password: sealed,
      }),
    ),
    warnings: [`${location('ship')}: password ${secretOmitted}`],
    shows: shown({ deploymentPackage: 'web/1.0', username: 'ann' }),
  },
  {
    name: 'a task that waits for an event from a source that is not there',
    template: withTasks('event', {
      ...task('Task', 'wait'),
      type: 'events.WaitForJsonEvent',
      eventSource: 'Configuration/Custom/Gone',
      condition: "event['x'] == 1",
    }),
    warnings: [`${location('wait')}: eventSource 'Configuration/Custom/Gone' is kept: there is no such connection yet`],
    shows: shown({ condition: "event['x'] == 1" }),
    stops: true,
  },
  {
    name: 'a task that has become of no type at all',
    template: withTasks('untyped', { title: 'plain' }),
    shows: shown({ type: 'rel.Task' }),
  },
];
