import { expect, test } from 'vitest';
import { createRelease } from '../commands/handle.ts';
import type { Command } from '../commands/registry.ts';
import { message } from '../messages/message.ts';
import { parseInput } from '../testing/examples.ts';
import { attachment, caller, command, decide, env, fact, finished, variable } from '../testing/inputs.ts';
import { plan } from '../testing/notation.ts';
import type { Outcome } from './outcome.ts';

const data = ({ entries }: Pick<Outcome, 'entries'>) => entries.map(({ code, params }) => ({ code, params }));

const release = { id: 'Release1', title: 'Webshop 1.0' };
const a = { id: 'Taska', title: 'a' };
const noCauses: readonly [] = [];
const text = (value: string) => message('quote.text', { text: value });

test.each<[string, Command, ReturnType<typeof message>]>([
  [
    'a changed title',
    { type: 'updateTask', taskId: 'Taska', patch: { title: 'b' } },
    message('activity.taskUpdated', {
      task: { id: 'Taska', title: 'b' },
      changes: [message('change.fromTo', { field: 'title', before: text('a'), after: text('b') })],
      causes: noCauses,
    }),
  ],
  [
    'a changed date',
    { type: 'updateRelease', patch: { dueDate: 5_000 } },
    message('activity.releaseUpdated', {
      release,
      changes: [
        message('change.fromTo', {
          ...{ field: 'dueDate', before: message('value.none') },
          after: message('value.time', { at: 5_000 }),
        }),
      ],
      causes: noCauses,
    }),
  ],
  [
    'an assignment',
    { type: 'assignTask', taskId: 'Taska', owner: 'bob' },
    message('activity.taskAssigned', {
      task: a,
      changes: [message('change.fromTo', { field: 'owner', before: message('value.none'), after: text('bob') })],
      causes: noCauses,
    }),
  ],
  [
    'a file',
    { type: 'attachToTask', taskId: 'Taska', attachments: [attachment('notes')] },
    message('activity.taskFileAttached', {
      ...{ task: a, file: { id: 'Attachmentnotes', title: 'notes' }, causes: noCauses },
    }),
  ],
  [
    'a deleted variable',
    { type: 'deleteVariable', variableId: 'Variableversion' },
    message('activity.variableDeleted', {
      ...{ release, variable: { id: 'Variableversion', title: 'version' }, causes: noCauses },
    }),
  ],
  [
    'an abort with a comment',
    { type: 'abortRelease', abortComment: ' no\nlonger ' },
    message('activity.releaseAbortedWithComment', { release, comment: 'no?longer', causes: noCauses }),
  ],
])('the entry of %s has a code and parameters', (_, given, expected) => {
  const before = { ...plan('Build: a> b.'), variables: [variable('version')] };
  expect(data(decide(before, command(given)))).toEqual([expected]);
});

test('the parameters of a password change do not contain the password', () => {
  const password = variable('token', 'old', { type: 'PasswordStringVariable' });
  const before = { ...plan('Build: a> b.'), variables: [password] };
  const changed = decide(before, command({ type: 'updateVariable', variableId: password.id, patch: { value: 'new' } }));
  const secret = message('value.secret');
  expect(data(changed)).toEqual([
    message('activity.variableChanged', {
      ...{ release, variable: { id: password.id, title: 'token' }, causes: noCauses },
      changes: [message('change.fromTo', { field: 'value', before: secret, after: secret })],
    }),
  ]);
});

test('a consequence names the request, and an action of a script names its author if that is another user', () => {
  const completed = decide(plan('Build: a> b.'), parseInput('complete a'));
  const activity = message('activity.taskCompleted', { task: a, causes: noCauses });
  expect(data(completed)).toEqual([
    activity,
    message('activity.taskStarted', {
      task: { id: 'Taskb', title: 'b' },
      causes: [message('cause.activity', { user: 'amy', activity })],
    }),
  ]);
  const byScript = command({ type: 'lockTask', taskId: 'Taska' }, { ...caller(), scriptAuthor: caller('bob') });
  expect(data(decide(plan('Build: a> b.'), byScript))).toEqual([
    message('activity.taskLocked', { task: a, causes: [message('cause.script', { author: 'bob' })] }),
  ]);
});

test('the parameters of HTTP requests of scripts are numbers', () => {
  const before = decide(plan('Build: a.', { task: { a: { type: 'ScriptTask' } } }), parseInput('start')).release;
  const requests = [
    { at: 1, method: 'GET', host: 'ci', status: 200, durationMs: 12.4 },
    { at: 2, method: 'POST', host: 'ci', status: null, durationMs: 30 },
  ];
  const ended = finished('n1', true);
  if (ended.kind !== 'fact' || ended.fact.type !== 'scriptFinished') throw new Error('not the end of a script');
  const subject = { task: a, causes: noCauses };
  expect(data(decide(before, fact({ ...ended.fact, requests }))).slice(0, 2)).toEqual([
    message('activity.httpRequest', { ...subject, method: 'GET', host: 'ci', status: 200, milliseconds: 12 }),
    message('activity.httpRequestWithoutAnswer', { ...subject, method: 'POST', host: 'ci', milliseconds: 30 }),
  ]);
});

test('titles are cut in the parameters and in the text', () => {
  const long = { ...plan('Build: a> b.'), title: `${'x'.repeat(200)}\n` };
  expect(data(decide(long, command({ type: 'updateRelease', patch: { autoStart: true } })))).toMatchObject([
    { params: { release: { title: `${'x'.repeat(100)}…` } } },
  ]);
});

test('the entry of a release that fails names the failed task', () => {
  const before = { ...plan('Build: a> b.'), abortOnFailure: true };
  expect(data(decide(before, parseInput('fail a badly'))).at(-1)).toMatchObject({
    code: 'activity.releaseAbortedByFailure',
    params: { release, task: a },
  });
});

test('the first entry of a triggered release names the trigger', () => {
  const request = {
    ...{ releaseTitle: 'R', folderId: null, variables: {}, scheduledStartDate: null, autoStart: false },
    ...{ startedFromTaskId: null, releaseOwner: null, triggered: { title: 'Nightly', tags: [], literal: [] } },
  };
  const decision = createRelease(plan('TEMPLATE Build: a.'), request, caller('SYSTEM'), env());
  expect(decision.kind === 'decided' && data(decision.outcome)).toMatchObject([
    { code: 'activity.releaseCreated', params: { causes: [message('cause.trigger', { trigger: 'Nightly' })] } },
  ]);
});
