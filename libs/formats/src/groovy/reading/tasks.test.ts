import { describe, expect, test } from 'vitest';
import { inTemplate } from '../testing/read-numbered.ts';

const inTasks = (tasks: string) => inTemplate(`  phases {\n   phase('P') {\n    tasks {\n${tasks}\n    }\n   }\n  }`);
const tasksOf = (tasks: string): unknown => {
  const { template, warnings } = inTasks(tasks);
  expect(warnings).toEqual([]);
  expect(template).toMatchObject({ phases: [{ title: 'P' }] });
  return JSON.parse(JSON.stringify(template)).phases[0].tasks;
};

describe('a task', () => {
  const of = (n: number, type: string, title: string, more: object = {}) => ({
    id: `Task${n}`,
    type: `xlrelease.${type}`,
    title,
    ...more,
  });

  test.each([
    ["manual('t') { }", of(1, 'Task', 't')],
    ["gate('t') { locked true }", of(1, 'GateTask', 't', { locked: true })],
    ["groovyScript('t') { script 'a' + 'b' }", of(1, 'GroovyScriptTask', 't', { script: 'ab' })],
    ["script('t') { script (['''\\\na\n''']) }", of(1, 'ScriptTask', 't', { script: 'a' })],
    ["script('t') { script (['a\\n', 'b']) }", of(1, 'ScriptTask', 't', { script: 'a\nb' })],
    ["externalScript('t') { url 'u' }", of(1, 'ExternalScriptTask', 't', { url: 'u' })],
    ["notification('t') { addresses 'a@b' }", of(1, 'NotificationTask', 't', { addresses: ['a@b'] })],
    [
      "notification('t') { addresses variable('who') }",
      of(1, 'NotificationTask', 't', { variableMapping: { addresses: '${who}' } }),
    ],
    [
      "custom('t') { variableMapping 'owner':'${o}'\n script { type 'n.T'\n 'Ticket' variable('v')\n m 'k':'v' } }",
      of(1, 'CustomScriptTask', 't', {
        pythonScript: { type: 'n.T', m: { k: 'v' } },
        variableMapping: { owner: '${o}', 'pythonScript.Ticket': '${v}' },
      }),
    ],
    ["task('t') { type 'c.Python'\n a 1 }", { id: 'Task1', type: 'c.Python', title: 't', a: 1 }],
    [
      "createRelease('t') { newReleaseTitle 'n'\n template 'a/b'\n folder 'a'\n createdReleaseId variable('v')\n releaseTags 'x' }",
      of(1, 'CreateReleaseTask', 't', {
        newReleaseTitle: 'n',
        templateId: 'a/b',
        folderId: 'a',
        createdReleaseId: '${v}',
        releaseTags: ['x'],
      }),
    ],
    [
      "manual('t') { facets { facet('udm.F') { a 'x' }\n facet { type 'udm.G' } } }",
      of(1, 'Task', 't', { facets: [{ type: 'udm.F', a: 'x' }, { type: 'udm.G' }] }),
    ],
    [
      "manual('t') { comments { comment { text 'x'\n author 'ann' } } }",
      of(1, 'Task', 't', { comments: [{ type: 'xlrelease.Comment', text: 'x', author: 'ann' }] }),
    ],
    [
      "sequentialGroup('t') { tasks { manual('u') { } } }",
      of(2, 'SequentialGroup', 't', { tasks: [of(1, 'Task', 'u')] }),
    ],
  ])('%s', (text, expected) => {
    expect(tasksOf(text)).toEqual([expected]);
  });

  test('uses variables that are declared later', () => {
    const { template, warnings } = inTemplate(`
      phases { phase('P') { tasks { userInput('u') { variables { variable 'v'
        variable 'w' } } } } }
      variables { stringVariable('v') }`);
    expect(template).toMatchObject({
      variables: [{ id: 'Variable1', key: 'v' }],
      phases: [{ tasks: [{ variables: ['Variable1'] }] }],
    });
    expect(warnings).toEqual(["line 5: the template has no variable 'w'; it was left out of the task"]);
  });

  test('is linked by title or by number', () => {
    const link = (source: string, target: string) => `link { source ${source}\n target ${target} }\n`;
    const { template, warnings } = inTasks(`parallelGroup('g') {
      tasks { manual('a') { }
        manual('b') { }
        manual('b') { } }
      links { ${link("'a'", "'b'")}${link('1', '3')}${link("'a'", "'z'")} } }`);
    expect(template).toMatchObject({
      phases: [
        {
          tasks: [
            {
              links: [
                { source: 'Task1', target: 'Task2' },
                { source: 'Task1', target: 'Task3' },
              ],
            },
          ],
        },
      ],
    });
    expect(warnings).toEqual([
      "line 10: the group has several tasks 'b'; the link uses the first",
      "line 14: the group has no task 'z'; the link was left out",
    ]);
  });

  test('waits for external objects, for a variable, and for parts of the template', () => {
    const { template, warnings } = inTasks(`
      gate('g') {
        conditions { condition('c') }
        dependencies {
          dependency { target 'Applications/Release7' }
          dependency { target variable('v') }
          dependency { place 1, 2 }
          dependency { place 1 }
          dependency { place 9, 1 }
        }
      }
      manual('m') { }`);
    const dependency = (targetId: string) => ({ type: 'xlrelease.Dependency', targetId });
    expect(template).toMatchObject({
      phases: [
        {
          id: 'Phase1',
          tasks: [
            {
              conditions: [{ type: 'xlrelease.GateCondition', title: 'c' }],
              dependencies: ['Applications/Release7', '${v}', 'Task1', 'Phase1'].map(dependency),
            },
            { id: 'Task1', title: 'm' },
          ],
        },
      ],
    });
    expect(warnings).toEqual(['line 14: the dependency has no target and was left out']);
  });

  test('of an unknown type keeps its members', () => {
    const { template, warnings } = inTasks("deploy('d') { a 1 }");
    expect(template).toMatchObject({ phases: [{ tasks: [{ type: 'unknown.deploy', title: 'd', a: 1 }] }] });
    expect(warnings).toEqual(["line 6: there is no task type 'deploy'"]);
  });
});
