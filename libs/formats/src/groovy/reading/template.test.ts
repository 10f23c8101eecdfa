import { expect, test } from 'vitest';
import { inTemplate, read } from '../testing/read-numbered.ts';
import { templateFromGroovy } from './template.ts';

const bare = {
  id: 'Release1',
  type: 'xlrelease.Release',
  title: 'T',
  status: 'TEMPLATE',
  variables: [],
  phases: [],
};

test('an empty template', () => {
  expect(inTemplate('')).toEqual({ template: bare, warnings: [] });
});

test('a release with the older name, with a variable for the result, and with the title as a member', () => {
  expect(read("def r = xlrRelease('T') { }").template).toEqual(bare);
  expect(read("xlr { release { title 'T' } }").template).toEqual(bare);
});

test('returns the folder separately from the template', () => {
  expect(templateFromGroovy("xlr { template('T') { folder('A/B') } }").folder).toBe('A/B');
  expect(templateFromGroovy("xlr { template('T') { } }").folder).toBe(null);
});

test('the members of a template', () => {
  const { template } = inTemplate(`
    scheduledStartDate Date.parse("yyyy-MM-dd'T'HH:mm:ssZ", '2026-11-22T09:00:00+0100')
    tags 'one'
    abortOnFailure true
    autoStart 'true'
    scriptUsername 'robot'
    realFlagStatus com.example.FlagStatus.AT_RISK
    teams { team('Ops') {
      members 'ann', 'bob'
      roles 'role'
      permissions 'template#view' } }
    attachments { attachment("sql:Attachment1") { filename "attachments/Attachment1-a b.txt" } }
    extensions { dashboard('D') {
      owner 'ann'
      tiles { summaryTile('S') { row 1 } } } }`);
  expect(template).toEqual({
    ...bare,
    scheduledStartDate: '2026-11-22T09:00:00.000+01:00',
    tags: ['one'],
    abortOnFailure: true,
    autoStart: 'true',
    scriptUsername: 'robot',
    teams: [
      {
        type: 'xlrelease.Team',
        teamName: 'Ops',
        members: ['ann', 'bob'],
        roles: ['role'],
        permissions: ['template#view'],
      },
    ],
    attachments: [
      {
        id: 'Attachment1',
        type: 'xlrelease.Attachment',
        exportFilename: 'a b.txt',
        fileUri: 'attachments/Attachment1-a b.txt',
      },
    ],
    extensions: [
      {
        type: 'xlrelease.Dashboard',
        title: 'D',
        owner: 'ann',
        tiles: [{ type: 'xlrelease.SummaryTile', title: 'S', row: 1 }],
      },
    ],
  });
});

test('variables of all kinds', () => {
  const { template, warnings } = inTemplate(`variables {
    stringVariable('s') { required false
      showOnReleaseStart false
      multiline true
      value 'x' }
    listBoxVariable('lb') { possibleValues 'a', 'b'
      value 'a' }
    listBoxVariable('lr') { possibleValues variable('l') }
    listBoxVariable('l0') { }
    passwordVariable('p')
    booleanVariable('b') { value false }
    integerVariable('i') { value 7 }
    dateVariable('d') { value Date.parse('yyyy-MM-dd', '2026-11-22') }
    listVariable('l') { value 'one' }
    setVariable('se') { value 'one', 'two' }
    mapVariable('m') { value 'k':'v' }
    tupleVariable('t') { }
  }`);
  const shown = { requiresValue: true, showOnReleaseStart: true };
  const provider = 'xlrelease.ListOfStringValueProviderConfiguration';
  const of = (n: number, type: string, key: string, more: object = {}) => ({
    id: `Variable${n}`,
    type: `xlrelease.${type}Variable`,
    key,
    ...shown,
    ...more,
  });
  expect(template).toMatchObject({
    variables: [
      of(1, 'String', 's', { requiresValue: false, showOnReleaseStart: false, multiline: true, value: 'x' }),
      of(2, 'String', 'lb', { valueProvider: { type: provider, values: ['a', 'b'] }, value: 'a' }),
      of(3, 'String', 'lr', { valueProvider: { type: provider, variable: 'l' } }),
      of(4, 'String', 'l0', { valueProvider: { type: provider, values: [] } }),
      of(5, 'PasswordString', 'p'),
      of(6, 'Boolean', 'b', { value: false }),
      of(7, 'Integer', 'i', { value: 7 }),
      of(8, 'Date', 'd', { value: '2026-11-22T00:00:00.000+00:00' }),
      of(9, 'ListString', 'l', { value: ['one'] }),
      of(10, 'SetString', 'se', { value: ['one', 'two'] }),
      of(11, 'MapStringString', 'm', { value: { k: 'v' } }),
    ],
  });
  expect(warnings).toEqual(["line 19: unknown variable type 'tupleVariable'; it was left out"]);
});

test('triggers', () => {
  const { template } = inTemplate(`releaseTriggers {
    timeSchedule('t') { periodicity '10'
      pollType com.example.PollType.REPEAT
      enabled false
      variables { stringVariable('v') { value 'x' } } }
    gitPoll('g') { gitRepository 'r' } }`);
  expect(template).toMatchObject({
    releaseTriggers: [
      {
        type: 'time.Schedule',
        title: 't',
        periodicity: '10',
        pollType: 'REPEAT',
        enabled: false,
        variables: [{ key: 'v', value: 'x' }],
      },
      { type: 'git.Poll', title: 'g', gitRepository: 'r', enabled: true },
    ],
  });
});

test('the second argument of a variable is its value', () => {
  const { template, warnings } = inTemplate(`variables { stringVariable('v', 'w')
    listVariable('l', ['a', 'b'])
    setVariable('s', 'a', 'b') { label 'S' }
    booleanVariable('b', true) }
  phases { phase('P') { tasks { createRelease('t') { templateVariables { stringVariable("x", "y") } } } } }`);
  expect(warnings).toEqual([]);
  expect(template).toMatchObject({
    variables: [
      { key: 'v', value: 'w' },
      { key: 'l', value: ['a', 'b'] },
      { key: 's', value: ['a', 'b'], label: 'S' },
      { key: 'b', value: true },
    ],
    phases: [{ tasks: [{ templateVariables: [{ key: 'x', value: 'y', type: 'xlrelease.StringVariable' }] }] }],
  });
});

test('loops create phases, tasks and variables, each with a different id', () => {
  const { template, warnings } = inTemplate(`def envs = ['dev', 'qa']
  variables { envs.each { stringVariable("host-$it", it + '.example.com') } }
  phases {
    envs.eachWithIndex { env, i ->
      phase("\${i + 1}: $env") { tasks { for (n in 1..2) { manual("$env $n") { description '\${host}' } } } }
    }
  }`);
  expect(warnings).toEqual([]);
  const task = (title: string) => ({ title, description: '${host}' });
  expect(template).toMatchObject({
    variables: [
      { key: 'host-dev', value: 'dev.example.com' },
      { key: 'host-qa', value: 'qa.example.com' },
    ],
    phases: [
      { title: '1: dev', tasks: [task('dev 1'), task('dev 2')] },
      { title: '2: qa', tasks: [task('qa 1'), task('qa 2')] },
    ],
  });
  const ids = JSON.stringify(template).match(/"id":"[^"]+"/g) ?? [];
  expect(new Set(ids).size).toBe(9);
});

test('omits unknown statements, with a warning', () => {
  const { template, warnings } = inTemplate("  precondition \n  foo { bar 1 }\n  teams { group('x') { } }");
  expect(template).toEqual({ ...bare, teams: [] });
  expect(warnings).toEqual([
    "line 3: 'precondition' has no value, and was left out",
    "line 4: the unknown block 'foo' was left out",
    "line 5: expected team, got 'group', which was left out",
  ]);
});

test('returns the first hundred of many warnings', () => {
  const { warnings } = inTemplate('  foo { }\n'.repeat(150));
  expect(warnings).toHaveLength(101);
  expect(warnings.slice(-2)).toEqual([
    "line 102: the unknown block 'foo' was left out",
    '50 more warnings are left out',
  ]);
});

test.each([
  ['', "line 1, column 1: the file has no declaration; it must begin with 'xlr {'"],
  ['xlr { }', "line 1, column 1: expected template('title') or release('title') in the block of 'xlr'"],
  ['xlr { phase("x") { } }', "line 1, column 7: expected template('title') or release('title') in the block of 'xlr'"],
  ["xlr { template('a') { }\ntemplate('b') { } }", 'line 2, column 1: a file can declare only one template'],
  ["xlr { template('a') { } }\nxlr { template('b') { } }", 'line 2, column 1: a file can declare only one template'],
  ['pipeline { }', "line 1, column 1: expected 'xlr {', found 'pipeline'"],
  ['xlr { template { } }', "line 1, column 7: 'template' has no title"],
  [
    "xlr { template('T') { phases { manual('x') { } } } }",
    "line 1, column 32: expected phase('title'), found 'manual'",
  ],
  [
    "xlr { template('T') { phases { phase('P') { tasks { addTasks() } } } } }",
    "line 1, column 53: 'addTasks' has no title",
  ],
])('%j', (text, expected) => {
  expect(() => templateFromGroovy(text)).toThrow(expected);
});
