import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import type { Json } from '../model/json.ts';
import type { MailMode } from '../model/task-types.ts';
import { task } from '../testing/inputs.ts';
import { plan, type TaskOverrides } from '../testing/notation.ts';
import { mailOf, namesIn, resolveMail, type TaskMail } from './task-mail.ts';
import { mailWarnings } from './warnings.ts';

const taskWith = (run: TaskOverrides['run'] = {}) =>
  task(plan('Build: m>', { task: { m: { type: 'NotificationTask', run } } }), 'm');
const mail = (properties: Readonly<Record<string, Json>>, run: TaskOverrides['run'] = {}) =>
  mailOf(taskWith(run), properties);
const blank: TaskMail = { addresses: [], cc: [], bcc: [], subject: '', body: '' };

describe('the mail of a task', () => {
  test('has the values of variables at its start', () => {
    const values = { who: 'ann@a.example; bob', version: '1.0', people: ['x@a.example', 'y@a.example'] };
    const properties = {
      addresses: ['${who}', '"Smith, Zoe" <zoe@a.example>'],
      cc: ['${people}'],
      bcc: ['audit@a.example\neve'],
      subject: 'Version ${version}',
      body: '${version} of ${unknown}',
    };
    expect(mail(properties, { values })).toEqual({
      addresses: ['ann@a.example', 'bob', '"Smith, Zoe" <zoe@a.example>'],
      cc: ['x@a.example', 'y@a.example'],
      bcc: ['audit@a.example', 'eve'],
      subject: 'Version 1.0',
      body: '1.0 of ${unknown}',
    });
  });

  test('has mapped values instead of its fields', () => {
    const mapped = { addresses: ['ann@a.example'], cc: 'bob@a.example,', subject: 'Hi', body: 7 };
    expect(mail({ addresses: ['no@a.example'], subject: 'no' }, { mapped })).toEqual({
      ...blank,
      addresses: ['ann@a.example'],
      cc: ['bob@a.example'],
      subject: 'Hi',
      body: '7',
    });
  });

  test('ignores fields with another type', () => {
    expect(mail({ addresses: [1, 'ann@a.example', null], cc: { a: 'b' }, subject: ['no'] })).toEqual({
      ...blank,
      addresses: ['ann@a.example'],
    });
    expect(mail({ addresses: 'ann@a.example' }).addresses).toEqual(['ann@a.example']);
  });
});

describe('a mail can be sent', () => {
  const users = new Map([
    ['ann', 'ann@a.example'],
    ['bob', null],
    ['eve', 'none'],
  ]);
  const resolved = (fields: Partial<TaskMail>) => {
    const outcome = resolveMail({ ...blank, ...fields }, users);
    return 'code' in outcome ? textOf(outcome) : outcome;
  };

  test('to addresses and users, each once', () => {
    const fields = {
      addresses: ['Ann', 'Zoe <zoe@a.example>', 'ZOE@a.example'],
      cc: ['ann@a.example', 'cc@a.example'],
      bcc: ['cc@a.example', 'bcc@a.example'],
    };
    expect(namesIn({ ...blank, ...fields, bcc: ['Ann', 'carl'] })).toEqual(['Ann', 'carl']);
    expect(resolved({ ...fields, subject: ' Hi ', body: 'text' })).toEqual({
      to: ['ann@a.example', 'Zoe <zoe@a.example>'],
      cc: ['cc@a.example'],
      bcc: ['bcc@a.example'],
      subject: 'Hi',
      text: 'text',
    });
  });

  test.each<[Partial<TaskMail>, string]>([
    [{}, 'the task has no recipients'],
    [
      { addresses: Array.from({ length: 501 }, (_, n) => `a${n}@b`) },
      'the task has 501 recipients, and the maximum is 500',
    ],
    [{ addresses: ['ann@'] }, "'ann@' is no mail address"],
    [{ cc: ['${who}'] }, "there is no user '${who}'"],
    [{ bcc: ['bob'] }, "the user 'bob' has no valid mail address"],
    [{ bcc: ['eve'] }, "the user 'eve' has no valid mail address"],
    [{ addresses: ['ann'], subject: 'Hi\r\nBcc: eve@a.example' }, 'the subject has a line break'],
  ])('not if it is invalid: %j', (fields, reason) => {
    expect(resolved(fields)).toBe(reason);
  });
});

test('a warning names each task whose mail will not be sent', () => {
  const type = 'NotificationTask';
  const { phases } = plan('B: a+ b> c. d. e. f. g.', {
    task: { a: { type }, b: { type }, c: { type }, d: { type }, e: { type }, f: { type: 'Task' }, g: { type } },
  });
  const warnings = (mode: MailMode) =>
    mailWarnings(
      phases.flatMap(({ tasks }) => tasks),
      mode,
    ).map(textOf);
  expect(warnings('send')).toEqual([]);
  expect(warnings('manual')).toEqual([
    ...['b', 'c', 'd'].map(
      (title) =>
        `The mail of task '${title}' will not be sent, because no mail server is set with SMTP_URL: a person completes the task.`,
    ),
    'and 2 more notification tasks',
  ]);
  expect(warnings('fail')[0]).toBe("The task 'b' will fail at its start, because no mail server is set with SMTP_URL.");
});
