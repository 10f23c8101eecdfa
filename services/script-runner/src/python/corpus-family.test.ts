import { recordingMethods } from '@slipway/script-protocol';
import { afterAll, describe, expect, test } from 'vitest';
import { startPython, withoutNewIds } from './testing.ts';

const id = 'Applications/Folder1/Release1';
const task = {
  id: `${id}/Phase1/Task1`,
  type: 'rel.Task',
  title: 'ask',
  status: 'IN_PROGRESS',
  container: `${id}/Phase1`,
};
const snapshot = {
  release: { id, type: 'rel.Release', title: 'Weekly', phases: [{ id: `${id}/Phase1`, tasks: [task] }] },
  phaseId: `${id}/Phase1`,
  taskId: task.id,
  folder: null,
  releaseVariables: [],
  globalVariables: [],
  folderVariables: [],
};

/** Scripts with the product family's classes: their output and their actions. */
const corpus: readonly (readonly [says: string, script: string, output: string, actions: readonly unknown[]])[] = [
  [
    'the API objects are those of the service holder',
    `import com.xebialabs.xlrelease.api.XLReleaseServiceHolder as Holder
from com.xebialabs.xlrelease.api import XLReleaseServiceHolder
print XLReleaseServiceHolder.getReleaseApi(), Holder.getTaskApi(), deploymentServerApi, managedApplicationApi
try:
    Holder.getRepositoryService()
except AttributeError, e:
    print e`,
    '<releaseApi> <taskApi> <deploymentServerApi> <managedApplicationApi>\ncom.xebialabs.xlrelease.api.XLReleaseServiceHolder has no getRepositoryService: com.xebialabs.xlrelease.api.XLReleaseServiceHolder.getRepositoryService is not supported, since scripts do not run on Java\n',
    [],
  ],
  [
    'variables are constructed and created',
    `from com.xebialabs.xlrelease.api.v1.forms import Variable
from com.xebialabs.xlrelease.domain.variables import ListOfStringValueProviderConfiguration
variable = Variable('stage', None, False)
variable.setType('xlrelease.StringVariable')
variable.setValue('live')
provider = ListOfStringValueProviderConfiguration()
provider.values = ['live', 'test']
variable.valueProvider = provider
print variable.key, variable.getLabel(), variable.description, variable.requiresValue, variable.isPassword()
releaseApi.createVariable(release.getId(), variable)`,
    'stage None None False None\n',
    [
      {
        does: 'createVariable',
        releaseId: id,
        variable: {
          type: 'xlrelease.StringVariable',
          key: 'stage',
          requiresValue: false,
          value: 'live',
          valueProvider: { type: 'rel.ListOfStringValueProviderConfiguration', values: ['live', 'test'] },
        },
      },
    ],
  ],
  [
    'tasks are constructed by class and by type',
    `from com.xebialabs.xlrelease.domain import Task
from com.xebialabs.deployit.plugin.api.reflect import Type
first = Task()
first.setTitle('by class')
parent = Type.valueOf('xlrelease.CustomScriptTask').descriptor.newInstance('nonamerequired')
parent.setTitle('by type')
script = Type.valueOf('acme.Build').getDescriptor().newInstance(None)
script.setProperty('job', 'nightly')
parent.setPythonScript(script)
for made in [first, parent, Task.fromType('xlrelease.GateTask')]:
    taskApi.addTask(phase.id, made)
kind = Type.valueOf('acme.Build')
print kind, kind.getPrefix(), kind.getName(), kind == 'acme.Build', first.owner, first.getTeam()`,
    'acme.Build acme Build True None None\n',
    [
      { type: 'rel.Task', title: 'by class' },
      { type: 'rel.CustomScriptTask', title: 'by type', pythonScript: { type: 'acme.Build', job: 'nightly' } },
      { type: 'rel.GateTask' },
    ].map((created) => ({ does: 'addTask', containerId: `${id}/Phase1`, task: created, position: null })),
  ],
  [
    'dates and statuses are data',
    `from java.util import Date, HashMap
from com.xebialabs.xlrelease.domain import Release
from com.xebialabs.xlrelease.domain.status import ReleaseStatus, TaskStatus
from com.xebialabs.xlrelease.domain.recover import TaskRecoverOp
made = Release()
made.setStatus(ReleaseStatus.TEMPLATE)
made.scheduledStartDate = Date(0)
made.dueDate = Date(made.scheduledStartDate.getTime() + 3600000)
print made.status, str(TaskStatus.IN_PROGRESS), TaskRecoverOp.SKIP_TASK, ReleaseStatus.valueOf('FAILED'), made.getDueDate().getTime()
order = StartRelease()
order.setReleaseTitle('Nightly')
values = HashMap()
values.put('stage', 'live')
order.setReleaseVariables(values)
templateApi.start('Applications/Release2', order)`,
    'TEMPLATE IN_PROGRESS SKIP_TASK FAILED 3600000\n',
    [
      {
        does: 'startTemplate',
        templateId: 'Applications/Release2',
        order: { releaseTitle: 'Nightly', releaseVariables: { stage: 'live' } },
      },
    ],
  ],
  [
    'a comment is constructed without an import',
    "taskApi.commentTask(task.id, Comment('seen'))\nprint Variable('k', 'v').value, CreateRelease().releaseTitle, Condition().title",
    'v None None\n',
    [{ does: 'commentTask', taskId: task.id, comment: 'seen' }],
  ],
  [
    'unused imports have no effect',
    `from com.xebialabs.xlrelease.api.v1 import ReleaseApi, TaskApi
from com.xebialabs.xlrelease.api.v1.views import TeamView
from com.xebialabs.deployit.exception import NotFoundException
import org.slf4j.Logger as Logger
try:
    raise NotFoundException('gone')
except NotFoundException, e:
    print 'caught', e, TeamView().teamName`,
    'caught gone None\n',
    [],
  ],
  [
    'objects have a type and a folder',
    'print task.getTaskType(), release.folderId, release.findFolderId(), task.findFolderId()',
    'rel.Task Applications/Folder1 Applications/Folder1 Applications/Folder1\n',
    [],
  ],
  [
    'loggers write warnings to the output',
    `import org.slf4j.LoggerFactory as LoggerFactory
from org.slf4j import LoggerFactory as Same
log = LoggerFactory.getLogger('acme')
log.debug('nothing of {}', 1)
log.info('nothing')
log.warn('{} of {} and {}', 1, 'two')
log.error('100% of', ValueError('x'))
logger.error('ready %s' % 1)
print log.isInfoEnabled(), log.isWarnEnabled(), log.getName(), Same is LoggerFactory`,
    'WARNING:acme:1 of two and {}\nERROR:acme:100% of\nValueError: x\nERROR:script:ready 1\nFalse True acme True\n',
    [],
  ],
  [
    'predefined names need no import, and the script can override them',
    `print sys.maxint > 0, re.sub('a', 'b', 'aa'), timedelta(1), datetime(2020, 1, 2)
def f():
    return re.escape('.')
print f()
re = 'own'
print f.__name__, re, 're' in globals(), 'sys' in globals()`,
    'True bb 1 day, 0:00:00 2020-01-02 00:00:00\n\\.\nf own True False\n',
    [],
  ],
];

const python = startPython();
afterAll(python.stop);

describe('names of the product family', () => {
  test.each(corpus)('%s', (_, script, output, actionLists) => {
    const { error, output: printed, actions } = python.run(script, { purpose: 'task', snapshot });
    expect({ error, printed, actions: withoutNewIds(actions) }).toEqual({
      error: null,
      printed: output,
      actions: actionLists,
    });
  });

  test('predefined names are new in each run', () => {
    expect(python.run('sys.seen = 1\nprint sys.seen, logger.getName()').output).toBe('1 script\n');
    expect(python.run("print hasattr(sys, 'seen')").output).toBe('False\n');
  });

  test('missing names are reported', () => {
    const script = `HttpRequest
for name in ['acme.lib', 'java.util.Timer', 'os.nothing']:
    try:
        __import__(name)
    except ImportError:
        pass
try:
    HttpRequest({'url': 'http://a.test'}).get('/')
except NotImplementedError:
    pass`;
    expect(python.run(script).lacks).toEqual(['acme.lib', 'java.util.Timer', 'os.nothing', 'HTTP']);
    expect(python.run('print 1').lacks).toBeUndefined();
    const many = "for i in range(100):\n    try:\n        __import__('m%s' % i)\n    except ImportError:\n        pass";
    expect(python.run(many).lacks).toHaveLength(20);
  });
});

/** The argument of each kind in Python, and the member of the action. */
const argumentsByKind = {
  id: [`{'id': 'Task9'}`, 'Task9'],
  text: ['5', '5'],
  comment: [`taskApi.newComment('why')`, 'why'],
} as const;

test('each method that only records an action passes its arguments in the order of the members of the action', () => {
  const calls = recordingMethods.flatMap(({ api, names, does, members }) =>
    names.map((name) => ({
      line: `${api}.${name}(${members.map(([, kind]) => argumentsByKind[kind][0]).join(', ')})`,
      action: { does, ...Object.fromEntries(members.map(([member, kind]) => [member, argumentsByKind[kind][1]])) },
    })),
  );
  const script = calls.map(({ line }) => line).join('\n');
  const { error, actions } = python.run(script, { purpose: 'failureHandler', snapshot });
  expect(error).toBeNull();
  expect(actions).toEqual(calls.map(({ action }) => action));
  expect(recordingMethods.find(({ does }) => does === 'abortRelease')).toEqual({
    api: 'releaseApi',
    names: ['abort'],
    does: 'abortRelease',
    members: [
      ['releaseId', 'id'],
      ['comment', 'comment'],
    ],
  });
});
