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
  ['of a type with an abort script runs it', { type: 'acme.Wait' }, 's^'],
  ['of a type without an abort script fails', { type: 'acme.Plain' }, 's!'],
  ['with a script type with an abort script runs it', { type: 'CustomScriptTask', scriptType: 'acme.Wait' }, 's^'],
  ['with a script type without an abort script fails', { type: 'CustomScriptTask', scriptType: 'acme.Plain' }, 's!'],
  ['with its own abort script runs it', { type: 'acme.Plain', hasAbortScript: true }, 's^'],
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
