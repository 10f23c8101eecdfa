import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { completeInputs, completeScript } from './complete-script.ts';
import { scriptMethods } from './script-names.ts';

const complete = completeScript(['version', 'branch', 'global.region', 'folder.team']);
const labelsFor = (text: string, isRequested = false) => complete(text, isRequested)?.options.map(({ label }) => label);

test.each([
  ['print "${v', ['version']],
  ['"${a} ${', ['version', 'branch', 'global.region', 'folder.team', 'release.id']],
  ['x = "${release.ti', ['release.title']],
  ['releaseVariables["', ['version', 'branch']],
  ["a\nglobalVariables['GLO", ['global.region']],
  ['folderVariables["folder.', ['folder.team']],
  ['taskApi.ret', ['retryTask']],
  ['x = rel', ['releaseVariables', 'release', 'releaseApi']],
  ['getCurrentT', ['getCurrentTask()']],
])('the completions of %j begin with %j', (text, labels) => {
  expect(labelsFor(text)?.slice(0, 5)).toEqual(labels);
});

test.each(['r', 'x.rel', 'foo.', 'constructor.', '${a}', 'releaseVariables["version"]', '"$version', '5re'])(
  '%j has no completions',
  (text) => {
    expect(labelsFor(text)).toBeUndefined();
  },
);

test('a request completes an empty word, and an insertion closes the placeholder, key or call', () => {
  expect(labelsFor('', true)).toContain('taskApi');
  const inserted = ['"${ver', 'releaseVariables["ver', 'taskApi.retry'].map((text) => complete(text, false));
  expect(inserted).toEqual([
    { length: 3, options: [{ label: 'version', text: 'version}' }] },
    { length: 3, options: [{ label: 'version', text: 'version"]' }] },
    { length: 5, options: [{ label: 'retryTask', text: 'retryTask(' }] },
  ]);
});

test('the methods are those of the documentation', () => {
  const documented = new Map<string, Set<string>>();
  for (const [, api = '', cell = ''] of readFileSync('docs/how-to/write-scripts.md', 'utf8').matchAll(
    /^\| `(\w+Api)`[^|]*\| (.*) \|$/gm,
  )) {
    const names = documented.get(api) ?? new Set();
    documented.set(api, names);
    for (const [, name = ''] of cell.replaceAll(/\([^`)]*\)/g, '').matchAll(/`([a-z]\w*)(?:\([^`]*\))?`/g))
      names.add(name);
  }
  expect(Object.fromEntries([...documented].map(([api, names]) => [api, [...names].join(' ')]))).toEqual(scriptMethods);
});

test('the inputs of a script and the members of their sample values are offered', () => {
  const inputs = {
    event: { ref: 'main', repository: { name: 'shop', 'full-name': 'a/shop' } },
    headers: { 'X-Event': 'push' },
  };
  const complete = completeInputs(inputs, ['result']);
  const labelsFor = (text: string) => complete(text, false)?.options.map(({ label }) => label) ?? null;
  expect(
    ['ev', 're', 'x = event.', 'event.repository.', 'event["re', 'headers["', 'event.ref.', 'other.x'].map(labelsFor),
  ).toEqual([['event'], ['result'], ['ref', 'repository'], ['name'], ['ref', 'repository'], ['X-Event'], null, null]);
  expect(complete('event["repository', false)).toEqual({
    length: 10,
    options: [{ label: 'repository', text: 'repository"]' }],
  });
});
