import { expect, test } from 'vitest';
import {
  formValuesFormat,
  hasPassword,
  initialValues,
  startFormVariables,
  targetFolder,
  toRequestBody,
  variableInput,
  variableInputs,
} from './form-values.ts';

const variable = (
  key: string,
  type: string,
  value: Parameters<typeof variableInput>[1]['value'],
  showOnReleaseStart = true,
) => ({
  id: `Applications/Release1/Variable${key}`,
  type: `rel.${type}`,
  key,
  value,
  requiresValue: true,
  showOnReleaseStart,
  inherited: false,
  multiline: false,
  preventInterpolation: false,
});

const template = {
  variables: [
    variable('version', 'StringVariable', '1'),
    variable('regions', 'ListStringVariable', ['north']),
    variable('secret', 'PasswordStringVariable', '********'),
    variable('hidden', 'StringVariable', 'x', false),
    variable('__proto__', 'StringVariable', undefined),
  ],
  allowTargetFolderOverride: true,
  autoStart: false,
  tags: ['web'],
  description: 'of the template',
};

test('the form contains the variables of the start form, with the values of the template', () => {
  const formValues = initialValues(template);
  expect(
    startFormVariables(template).map((variable) => [
      variable.key,
      variableInput(formValues, variable),
      hasPassword(variable),
    ]),
  ).toEqual([
    ['version', '1', false],
    ['regions', 'north', false],
    ['secret', '', true],
    ['__proto__', '', false],
  ]);
});

test('an unchanged value is not sent', () => {
  expect(toRequestBody(template, { ...initialValues(template), title: 'Train', values: { version: '1' } })).toEqual({
    releaseTitle: 'Train',
  });
});

test('an input is sent in the form of its type', () => {
  const start = '2031-01-02T10:30';
  const values = { version: '', regions: 'north\nsouth', secret: 'hunter2' };
  const formValues = {
    title: 'Train',
    owner: ' kim ',
    folder: 'Applications/Folder1',
    start,
    due: '2031-01-03T10:30',
    tags: 'web\nurgent',
    description: '',
    startsAutomatically: true,
    values,
    childValues: {},
    childPasswords: {},
  };
  expect(toRequestBody(template, formValues)).toEqual({
    releaseTitle: 'Train',
    variables: { version: '', regions: ['north', 'south'], secret: 'hunter2' },
    folderId: 'Applications/Folder1',
    releaseOwner: 'kim',
    scheduledStartDate: new Date(start).toISOString(),
    autoStart: true,
    dueDate: new Date('2031-01-03T10:30').toISOString(),
    tags: ['web', 'urgent'],
    description: '',
  });
});

test('the default folder of the template is selected', () => {
  expect(initialValues({ ...template, defaultTargetFolderId: 'Applications/Folder2' }).folder).toBe(
    'Applications/Folder2',
  );
});

test('the release is in the folder of its template, or in the selected folder', () => {
  const formValues = initialValues(template);
  const idIn = (folder: string) => ({ id: `${folder}/Release1` });
  expect([
    targetFolder(idIn('Applications/Folder1/Folder2'), formValues),
    targetFolder(idIn('Applications'), formValues),
    targetFolder(idIn('Applications'), { ...formValues, folder: 'Applications/Folder3' }),
    targetFolder({ id: 'Release1' }, formValues),
  ]).toEqual(['Applications/Folder1/Folder2', 'Applications', 'Applications/Folder3', '']);
});

test('the inputs for variables include unchanged values and variables outside the form', () => {
  const { version, hidden, regions } = variableInputs(template, {
    ...initialValues(template),
    values: { version: '2' },
  });
  expect([version, hidden, regions]).toEqual(['2', 'x', 'north']);
});

test('stored inputs contain no passwords, and invalid stored inputs are ignored', () => {
  const { write, read } = formValuesFormat(template);
  const values = {
    ...initialValues(template),
    title: 'R',
    values: { version: '2', secret: 'hunter2' },
    childValues: { 'Task1 version': '3' },
    childPasswords: { 'Task1 pin': 'hunter2' },
  };
  const text = write(values) ?? '';
  expect(text).not.toContain('hunter2');
  expect(read(text)).toEqual({ ...values, values: { version: '2' }, childPasswords: {} });
  expect([write(null), read('7'), read('{"title": 7, "values": {"version": 1}}')]).toEqual([
    null,
    undefined,
    initialValues(template),
  ]);
});
