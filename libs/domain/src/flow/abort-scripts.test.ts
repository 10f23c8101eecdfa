import { expect, test } from 'vitest';
import { createTemplate } from '../commands/handle.ts';
import type { TaskDefinition } from '../model/task.ts';
import { caller, decide, env, onTask } from '../testing/inputs.ts';
import { formatPlan, plan, waitingRun } from '../testing/notation.ts';

const automatedTypes = {
  has: (type: string) => ['acme.Wait', 'acme.Plain'].includes(type),
  withAbortScript: new Set(['acme.Wait']),
};

test.each<[string, Partial<TaskDefinition>, string]>([
  ['of a type that brings one along asks for it', { type: 'acme.Wait' }, 's^'],
  ['of a type that does not has failed', { type: 'acme.Plain' }, 's!'],
  ['that names such a type asks for it', { type: 'CustomScriptTask', scriptType: 'acme.Wait' }, 's^'],
  ['that names another has failed', { type: 'CustomScriptTask', scriptType: 'acme.Plain' }, 's!'],
  ['that has one of its own asks for it', { type: 'acme.Plain', hasAbortScript: true }, 's^'],
])('an aborted task %s', (_, definition, expected) => {
  const running = plan('Build: s>', { task: { s: { ...definition, run: { script: waitingRun('s', 'task') } } } });
  const { release } = decide(running, onTask('abortTask', 's'), env({ automatedTypes }));
  expect(formatPlan(release)).toMatch(new RegExp(`Build: ${expected.replace('^', '\\^')}$`));
});

test.each([
  [{ pythonScript: { type: 'acme.Wait' } }, 'acme.Wait'],
  [{ pythonScript: { type: 1 } }, null],
  [{ pythonScript: 'acme.Wait' }, null],
  [{}, null],
])('a task with %j has the script type %s', (properties, expected) => {
  const tasks = [{ title: 't', type: 'CustomScriptTask', properties }];
  const { release } = createTemplate({ title: 'Plan', phases: [{ tasks }] }, 'Folder1', caller(), env());
  expect(release.phases[0]!.tasks[0]!.definition.scriptType).toBe(expected);
});
