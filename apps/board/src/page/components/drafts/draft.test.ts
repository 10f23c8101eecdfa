import { expect, test } from 'vitest';
import {
  applicableFields,
  changesIn,
  conflictsIn,
  countValues,
  type Draft,
  discardInput,
  draftFormat,
  fieldOfError,
  fieldText,
  keepInput,
  valueFor,
  valuesOf,
  withInput,
  withoutSaved,
} from './draft.ts';
import { type FieldSpec, taskFields } from './field-specs.ts';

const specs: readonly FieldSpec[] = [
  ...taskFields.flatMap(({ fields }) => fields),
  { name: 'pythonScript.url', label: 'URL', kind: 'text' },
  { name: 'pythonScript.token', label: 'Token', kind: 'password' },
];
const specOf = (name: string) => specs.find((spec) => spec.name === name)!;
const task = {
  title: 'Ship',
  tags: ['a'],
  plannedDuration: 5400,
  pythonScript: { type: 'acme.Ship', url: 'here', token: '********' },
};
const now = valuesOf(task);
const none: Draft = new Map();
const typing = (texts: Readonly<Record<string, string>>, values = now) =>
  Object.entries(texts).reduce((draft, [name, text]) => withInput(draft, specOf(name), text, values), none);

test('a field shows its stored value until it is edited', () => {
  const draft = typing({ title: 'Sail' });
  const shown = (name: string) => fieldText(specOf(name), draft, now);
  expect(['title', 'tags', 'plannedDuration', 'pythonScript.url', 'pythonScript.token', 'owner'].map(shown)).toEqual([
    'Sail',
    'a',
    '90',
    'here',
    '',
    '',
  ]);
});

test('only changed fields are sent', () => {
  expect(changesIn(specs, none, now)).toEqual({});
  expect(changesIn(specs, typing({ title: 'Ship', tags: 'a\nb', plannedDuration: '0.5', owner: '' }), now)).toEqual({
    tags: ['a', 'b'],
    plannedDuration: 30,
  });
  expect(changesIn(specs, typing({ 'pythonScript.token': 'new', description: 'x' }), now)).toEqual({
    description: 'x',
    pythonScript: { type: 'acme.Ship', url: 'here', token: 'new' },
  });
});

test.each([
  ['description', '', null],
  ['title', '', ''],
  ['plannedDuration', '', null],
  ['plannedDuration', 'soon', 'soon'],
  ['checkAttributes', 'false', false],
  ['taskRecoverOp', '', null],
] as const)('the field %s sends the input %j as %j', (name, text, value) => {
  const spec = specs.find((fieldSpec) => fieldSpec.name === name);
  expect(spec && valueFor(spec, text)).toEqual(value);
});

test('a concurrent change is a conflict only in an edited field', () => {
  const draft = typing({ title: 'Sail' });
  const others = (changes: object) => valuesOf({ ...task, ...changes });
  const conflictNames = (values: ReturnType<typeof valuesOf>) =>
    conflictsIn(specs, draft, values).map(({ name }) => name);
  expect([
    conflictNames(now),
    conflictNames(others({ tags: ['b'] })),
    conflictNames(others({ title: 'Sail' })),
  ]).toEqual([[], [], []]);
  const theirs = others({ title: 'Row' });
  expect(conflictNames(theirs)).toEqual(['title']);
  expect(fieldText(specOf('title'), draft, theirs)).toBe('Sail');
  expect(fieldText(specOf('title'), discardInput(draft, specOf('title')), theirs)).toBe('Row');
  const meant = keepInput(draft, specOf('title'), theirs);
  expect([conflictsIn(specs, meant, theirs), changesIn(specs, meant, theirs)]).toEqual([[], { title: 'Sail' }]);
});

test('an input that equals the stored value is no change', () => {
  expect(withInput(typing({ title: 'Sail' }), specOf('title'), 'Ship', now)).toEqual(new Map());
});

test('the number of set fields counts inputs and stored values, and neither check boxes nor choices with a default', () => {
  const counted: readonly FieldSpec[] = [
    { name: 'title', label: 'Title', kind: 'text' },
    { name: 'owner', label: 'Assignee', kind: 'text' },
    { name: 'locked', label: 'Locked', kind: 'boolean' },
    { name: 'flagStatus', label: 'Flag', kind: 'text', isNullable: false, options: [['OK', 'None']] },
  ];
  const stored = valuesOf({ title: 'Ship', owner: null, locked: true, flagStatus: 'OK' });
  expect(countValues(counted, none, stored)).toBe(1);
  expect(countValues(counted, typing({ owner: 'ann' }, stored), stored)).toBe(2);
  expect(countValues(counted, typing({ title: '' }, stored), stored)).toBe(0);
});

test.each([
  ['title: must not be empty', 'title'],
  ['pythonScript.url: must be a URL', 'pythonScript.url'],
  ['titles: must not be empty', null],
  ['The title is wrong', null],
])('the error "%s" belongs to the field %s', (sentence, field) => {
  expect(fieldOfError(specs, sentence)).toBe(field);
});

test('a stored draft contains no passwords, and keeps the stored values from the start of the edit', () => {
  const draft = typing({ title: 'Sail', tags: 'a\nb', owner: 'ann', 'pythonScript.token': 'hunter2' });
  const text = draftFormat.write(draft) ?? '';
  expect(text).not.toContain('hunter2');
  const restored = draftFormat.read(text);
  expect(restored).toEqual(new Map([...draft].filter(([name]) => name !== 'pythonScript.token')));
  expect([draftFormat.write(none), draftFormat.write(typing({ 'pythonScript.token': 'x' }))]).toEqual([null, null]);
  expect([draftFormat.read('{}'), draftFormat.read('[7, ["title"], ["title", "Sail"]]')]).toEqual([
    undefined,
    new Map([['title', { text: 'Sail', base: undefined }]]),
  ]);
});

test('a field of the failure handling is shown only if it applies, or if it has an error or a conflict', () => {
  const fields = taskFields.find(({ title }) => title === 'Failure handling')!.fields;
  const labels = (values: object, draft: Draft = new Map(), errorName?: string) =>
    applicableFields(fields, draft, valuesOf(values), errorName).map(({ label }) => label);
  expect(labels({ taskFailureHandlerEnabled: false, taskRecoverOp: 'RUN_SCRIPT' })).toEqual([
    'Handle failures',
    'Abort script',
  ]);
  const all = ['Handle failures', 'On failure'];
  const isOn = { taskFailureHandlerEnabled: true };
  expect(labels(isOn)).toEqual([...all, 'Failure handler script', 'Abort script']);
  expect(labels({ ...isOn, taskRecoverOp: 'SKIP_TASK' })).toEqual([...all, 'Abort script']);
  expect(labels({ ...isOn, taskRecoverOp: 'RESTART_PHASE' })).toEqual([...all, 'Restart phase from', 'Abort script']);
  const typed: Draft = new Map([['failureHandler', { text: 'mine', base: undefined }]]);
  expect(labels({}, typed)).toEqual(['Handle failures', 'Abort script']);
  expect(labels({ failureHandler: 'theirs' }, typed)).toContain('Failure handler script');
  expect(labels({}, typed, 'failureHandler')).toContain('Failure handler script');
});

test('an input that equals the stored value is not unsaved, also after a change of the stored value', () => {
  const draft = typing({ title: 'Sail', owner: 'ann' });
  const sailing = valuesOf({ ...task, title: 'Sail' });
  expect([...withoutSaved(draft, specs, sailing).keys()]).toEqual(['owner']);
  expect(withoutSaved(draft, specs, now)).toBe(draft);
  expect([...withInput(draft, specOf('title'), 'Sail', sailing).keys()]).toEqual(['owner']);
  const other = new Map([['unknown', { text: '', base: undefined }]]);
  expect(withoutSaved(other, specs, now)).toBe(other);
});
