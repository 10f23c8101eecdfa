import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestRunner, type TestRunner } from './testing.ts';

let running: TestRunner;
beforeAll(async () => {
  running = await startTestRunner();
});
afterAll(() => running.stop());

const paths = ['acme/wait-for.build.py', 'acme/__init__.py', 'acme/client.py', 'acme/json.py', 'util.py'];
const inspect = async (script: string, module: string | null = null) =>
  await running.client.inspect({ script, module, paths });
const lacksOf = async (script: string, module?: string) =>
  (await inspect(script, module)).lacks.map(({ name, reason }) => `${name}: ${reason}`);

const noSystem = 'scripts have no operating system';
const noMethod = 'scripts have no such method';

describe("the unavailable names of a jar's text are reported", () => {
  test.each([
    [
      'imports of available modules are not reported',
      'import sys, json, os.path\nfrom urllib import quote as q, urlencode',
      [],
    ],
    [
      'modules of the same jar are not reported',
      'import acme.client, util\nfrom acme import client, Base\nfrom acme.client import A',
      [],
    ],
    ['a module beside a script is reported', 'import client', ['client: scripts cannot import it']],
    ['unavailable modules are reported', 'def f():\n    import subprocess', [`subprocess: ${noSystem}`]],
    [
      'a missing member of a module is reported',
      'from math import pi, nothing',
      ['math.nothing: scripts cannot import it'],
    ],
    [
      'members that only raise a reason are reported',
      'import os\nos.getpid()\nos.path.join("a")',
      [`os.getpid: ${noSystem}`],
    ],
    [
      'missing members are reported',
      'import math\nmath.pi + math.nothing',
      ['math.nothing: the module does not provide it to scripts'],
    ],
    [
      'Java classes are reported',
      'from java.nio.channels import Pipe',
      ['java.nio.channels: scripts do not run on Java'],
    ],
    [
      'Java exceptions that are only named are not reported',
      'from org.apache.http.client import ClientProtocolException',
      [],
    ],
    [
      'missing methods of the API objects are reported',
      'taskApi.addTask(1, 2)\nfor x in userApi.updatePassword(1):\n    taskApi.paint()\nother.paint()',
      [`taskApi.paint: ${noMethod}`, `userApi.updatePassword: ${noMethod}`],
    ],
    [
      'an import with a handler is not reported',
      'try:\n    import ctypes\nexcept (ImportError, ValueError):\n    import pwd',
      [],
    ],
    [
      'an import with a handler of another error is reported',
      'try:\n    import ctypes\nexcept ValueError:\n    pass',
      [`ctypes: ${noSystem}`],
    ],
  ])('%s', async (_, script, lacks) => {
    expect((await lacksOf(script)).toSorted()).toEqual(lacks);
  });

  test('a module finds the modules in its folder and above', async () => {
    const script = 'import client\nfrom . import json\nfrom .client import A\nfrom .missing import B';
    expect(await lacksOf(script, 'acme/__init__.py')).toEqual([]);
    expect(await lacksOf('import client', 'acme/wait-for.build.py')).toHaveLength(1);
  });
});

test('each name is reported once, in any order, and only for its own text', async () => {
  const twice = 'import subprocess\ndef f():\n    from subprocess import Popen';
  expect(await lacksOf(twice)).toEqual([`subprocess: ${noSystem}`]);
  expect(await inspect('x = 1')).toEqual({ error: null, lacks: [] });
});

test('a text that does not compile is reported as such', async () => {
  const line = { type: 'SyntaxError', line: 2 };
  for (const module of [null, 'acme/client.py'])
    expect(await inspect('x = 1\nif x\n', module)).toMatchObject({ error: line, lacks: [] });
});
