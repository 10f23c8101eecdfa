import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModuleItem, parseSync, type TsTypeElement } from '@swc/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from '../../services/script-runner/src/testing.ts';
import { scriptSnapshot } from '../../test/harness/integrations/run-task.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await startTestRunner();
});
afterAll(() => runner.stop());

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
const declarations = parseSync(read('script-api.d.ts'), { syntax: 'typescript' }).body;

/** Returns the names that a statement declares as values. */
function valuesIn(item: ModuleItem): readonly string[] {
  if (item.type === 'FunctionDeclaration' || item.type === 'ClassDeclaration') return [item.identifier.value];
  if (item.type !== 'VariableDeclaration') return [];
  return item.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.value] : []));
}

const nameOf = (member: TsTypeElement): readonly string[] =>
  'key' in member && member.key.type === 'Identifier' ? [member.key.value] : [];

/** Returns the names of the members of an interface or class. */
const membersOf = (name: string): readonly string[] =>
  declarations.flatMap((item) => {
    if (item.type === 'TsInterfaceDeclaration' && item.id.value === name) return item.body.body.flatMap(nameOf);
    if (item.type !== 'ClassDeclaration' || item.identifier.value !== name) return [];
    return item.body.flatMap((member) =>
      member.type === 'ClassMethod' && member.key.type === 'Identifier' ? [member.key.value] : [],
    );
  });

/** Runs a script of a task, and returns its output as JSON. */
async function printedBy(script: string): Promise<unknown> {
  const journal = { began: 0, seed: '0'.repeat(32), entries: [] };
  const run = { purpose: 'task', snapshot: scriptSnapshot, packaged: true, script, journal } as const;
  const { error, output } = await runner.run(run);
  expect(error).toBeNull();
  return JSON.parse(output);
}

/** The functions of a file that scripts include. */
const functionsOf = (file: string): readonly string[] =>
  parseSync(read(file), { syntax: 'ecmascript' }).body.flatMap(valuesIn);

test('the declared values are those of the script runner and of the included files', async () => {
  const bare = await runner.run({ script: 'Object.getOwnPropertyNames(globalThis)', purpose: 'webhook' });
  const language = new Set([...(bare.result as readonly string[]), 'print', 'hashing', 'console', 'http', 'sleep']);
  const names = (await printedBy('print(JSON.stringify(Object.getOwnPropertyNames(globalThis)))')) as readonly string[];
  const own = names.filter((name) => !language.has(name));
  const included = ['http.js', 'webhook.js'].flatMap(functionsOf);
  const found = [...own, ...included, 'print', 'hashing', 'http', 'sleep', 'HttpRequest', 'configuration'];
  expect(declarations.flatMap(valuesIn).toSorted()).toEqual([...new Set(found)].toSorted());
});

test.each([
  ['Http', 'Object.keys(http)'],
  ['HttpRequest', "Object.getOwnPropertyNames(HttpRequest.prototype).filter((name) => name !== 'constructor')"],
])('the members of %s are those of the script runner', async (name, expression) => {
  expect(membersOf(name).toSorted()).toEqual(
    ((await printedBy(`print(JSON.stringify(${expression}))`)) as string[]).sort(),
  );
});

test('the members of a response and the functions of a task are those of the script runner', async () => {
  const source = readFileSync('services/script-runner/src/sandbox/http.js', 'utf8');
  const [, body = ''] = /function responseBody[\s\S]*?return \{([\s\S]*?)\n {4}\};/.exec(source) ?? [];
  const members = Array.from(body.matchAll(/^ {6}(\w+)/gm), ([, name]) => name);
  expect(membersOf('HttpResponse').toSorted()).toEqual(members.toSorted());
  expect(
    await printedBy("print(JSON.stringify([typeof task.schedule, 'statusLine' in task, typeof task.title]))"),
  ).toEqual(['function', expect.any(Boolean), 'string']);
});

test('the options of a request are those of the script runner', () => {
  const source = readFileSync('services/script-runner/src/sandbox/http-requests.js', 'utf8');
  const lists = [/function bodyOf\(\{([^}]*)\}\)/, /const \{([^}]*)\} = options;/].map(
    (form) => form.exec(source)?.[1] ?? '',
  );
  const names = lists.flatMap((list) => list.split(',').map((part) => (part.split(':')[0] ?? '').trim()));
  expect(membersOf('HttpOptions').toSorted()).toEqual(names.toSorted());
});
