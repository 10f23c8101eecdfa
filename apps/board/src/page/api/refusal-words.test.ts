import { expect, test } from 'vitest';
import { forgetResponses, rememberResponse } from './recent-responses.ts';
import { problemInWords } from './refusal-words.ts';

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
    params: { ...params, releaseId: 'Payments 12', permission: '“Administrator”' },
  });
  forgetResponses();
  expect(problemInWords({ detail })).toEqual({ detail, params: {} });
});
