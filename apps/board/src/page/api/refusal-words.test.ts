import { expect, test } from 'vitest';
import { forgetResponses, rememberResponse } from './recent-responses.ts';
import { problemInWords, responseInWords } from './refusal-words.ts';
import { asSentence } from './words/field-words.ts';

const detail = 'The text of REST.';

test('a missing permission has its name, and the title of an object of a recent response', () => {
  const params = { permission: 'release#edit', id: 'Applications/Folder1/Release2' };
  const problem = { detail, code: 'permission.missing', params };
  expect(problemInWords(problem)).toEqual({
    detail,
    code: 'text.plain',
    params: { text: 'You need the permission “Edit releases”.' },
  });
  rememberResponse('api/v1/releases', { releases: [{ id: 'Applications/Folder1/Release2', title: 'Payments 12' }] });
  expect(problemInWords(problem).params).toEqual({
    text: 'You need the permission “Edit releases” on “Payments 12”.',
  });
  const because = {
    code: 'permission.missingBecause',
    params: { reason: { code: 'skip.x', params: {} }, missing: problem },
  };
  expect(problemInWords({ detail, ...because }).params).toEqual({
    reason: { code: 'skip.x', params: {} },
    missing: { code: 'text.plain', params: { text: 'You need the permission “Edit releases” on “Payments 12”.' } },
  });
  forgetResponses();
});

test('other parameters have names of permissions and titles where these are known', () => {
  rememberResponse('api/v1/releases/Release2', { id: 'Release2', title: 'Payments 12' });
  const params = {
    releaseId: 'Release2',
    permission: 'admin',
    other: 'Release3',
    task: { id: 'Release2', title: 'T' },
  };
  expect(problemInWords({ detail, code: 'release.wrongStatus', params })).toEqual({
    detail,
    code: 'release.wrongStatus',
    revise: asSentence,
    params: { ...params, releaseId: 'Payments 12', permission: '“Administrator”' },
  });
  forgetResponses();
  expect(problemInWords({ detail })).toEqual({ detail, params: {} });
});

test('a missing run-as user has the label of the field, also within the refusal to enable a trigger', () => {
  const task = { id: 'Task1', title: 'Start follow-up' };
  expect(problemInWords({ detail, code: 'runAs.required', params: { task } }).params).toEqual({
    text: 'Set “Run scripts as” in Properties first: the task “Start follow-up” creates a release.',
  });
  const keys = ['a', 'b'].map((value) => ({ code: 'quote.plain', params: { text: value } }));
  const faults = [
    { code: 'triggerFault.missingValues', params: { keys } },
    { code: 'triggerFault.withoutRunAs', params: { task } },
    { code: 'triggerFault.withoutTemplate', params: {} },
    { code: 'triggerFault.callerRefused', params: {} },
  ];
  const plain = (text: string) => ({ code: 'text.plain', params: { text } });
  expect(
    problemInWords({ detail, code: 'triggerFault.cannotEnable', params: { title: 'Nightly', faults } }).params,
  ).toEqual({
    title: 'Nightly',
    faults: [
      plain('Enter values for the variables: a, b'),
      plain('Set “Run scripts as” in the properties of the template: its task “Start follow-up” creates a release.'),
      plain('Select a template.'),
      faults[3],
    ],
  });
  const broken = { code: 'triggerFault.withoutTemplate', params: {}, sentence: detail };
  expect(responseInWords(broken)).toEqual({ ...plain('Select a template.'), sentence: detail });
  expect(responseInWords(detail)).toBe(detail);
});
