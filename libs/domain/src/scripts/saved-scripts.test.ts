import { describe, expect, test } from 'vitest';
import { textOf } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { storedPassive } from '../model/passive.ts';
import { tasksIn } from '../model/plan.ts';
import { blankTask, blankTaskPassive, freshRun, type Task, type TaskPassive } from '../model/task.ts';
import {
  changedScripts,
  compileWarning,
  limitWarnings,
  type SavedScript,
  scriptsOf,
  scriptsOfDraft,
  scriptsToCompile,
} from './saved-scripts.ts';

const passive = (fields: Partial<TaskPassive>): TaskPassive => ({ ...blankTaskPassive, ...fields });
const all = passive({
  precondition: 'True',
  failureHandler: 'pass',
  abortScript: 'quit()',
  properties: { script: 'print 1', condition: 'event', ignoreScriptVariableInterpolation: 'true' },
});
const namesOf = (scripts: readonly SavedScript[]) => scripts.map(({ name, asIs }) => `${name}${asIs ? ' as is' : ''}`);

describe('the scripts of a task', () => {
  const ofEach = ['precondition', 'failureHandler', 'abortScript'];
  test.each([
    ['ScriptTask', ['script as is', ...ofEach]],
    ['GroovyScriptTask', ofEach],
    ['ExternalScriptTask', ofEach],
    ['acme.Deploy', ofEach],
    ['Task', ofEach],
    ['events.WaitForJsonEvent', ['condition', ...ofEach]],
  ])('of the type %s', (type, expected) => {
    expect(namesOf(scriptsOf({ type, title: 'Deploy' }, all))).toEqual(expected);
  });

  test('that are blank or not texts are skipped', () => {
    const blank = passive({ precondition: ' \n', properties: { script: 7 } });
    expect(scriptsOf({ type: 'ScriptTask', title: 'Deploy' }, blank)).toEqual([]);
  });
});

test('the scripts of a new template include those of all its tasks', () => {
  const abort = { title: 'in a group', abortScript: 'quit()' };
  const tasks = [
    { type: 'ScriptTask', properties: { script: 'print 1' } },
    { type: 'ParallelGroup', tasks: [abort] },
  ];
  const scripts = scriptsOfDraft({ phases: [{}, { tasks }] });
  expect(scripts.map(({ title, text }) => [title, text])).toEqual([
    [blankTask.title, 'print 1'],
    ['in a group', 'quit()'],
  ]);
  expect(scriptsOfDraft({})).toEqual([]);
});

const task = (id: string, tasks: readonly Task[] = []): Task => ({
  id,
  originId: null,
  definition: { ...blankTask, title: id, type: tasks.length > 0 ? 'SequentialGroup' : 'ScriptTask' },
  run: freshRun,
  beforeRun: null,
  passive: storedPassive,
  tasks,
});
const scripted = (script: string, more = {}) => passive({ properties: { script, ...more } });

test('only scripts that differ from the stored ones are changed, also in groups', () => {
  const tasks = [task('Group', [task('same'), task('other'), task('new')]), task('as is'), task('gone')];
  const before = new Map([
    ['same', scripted('a')],
    ['other', scripted('a')],
    ['as is', scripted('${a}')],
    ['gone', scripted('a')],
  ]);
  const after = new Map([
    ['Group', passive({ precondition: 'True' })],
    ['same', scripted('a')],
    ['other', scripted('b')],
    ['new', scripted('a')],
    ['as is', scripted('${a}', { ignoreScriptVariableInterpolation: true })],
  ]);
  const changed = changedScripts(tasksIn(tasks), after, before);
  expect(changed.map(({ title, text }) => [title, text])).toEqual([
    ['Group', 'True'],
    ['other', 'b'],
    ['new', 'a'],
    ['as is', '${a}'],
  ]);
  expect(changedScripts(tasksIn(tasks), after, after)).toEqual([]);
});

const script = (text: string, asIs = false): SavedScript => ({ name: 'script', title: 'Deploy', text, asIs });
const compiled = (scripts: readonly SavedScript[], bounds = { scripts: 9, characters: 99 }) =>
  scriptsToCompile(scripts, (text) => (text.startsWith('//') ? 'javascript' : 'python'), bounds);

describe('the compilation of a script with placeholders', () => {
  test('replaces the placeholders, unless the script is run without replacement', () => {
    const result = compiled([script('a\n${b}'), script('a\n${b}', true), script('// "${b}"')]);
    expect(result.map(({ text, language, certainTo }) => [text, language, certainTo])).toEqual([
      ['a\nx', 'python', 1],
      ['a\n${b}', 'python', Number.POSITIVE_INFINITY],
      ['// "00000000"', 'javascript', Number.POSITIVE_INFINITY],
    ]);
  });

  test('skips a text that is longer than the total limit', () => {
    const result = compiled([script('abcd'), script('abc')], { scripts: 2, characters: 3 });
    expect(result.map(({ text }) => text)).toEqual(['abc']);
  });

  test('is limited by the number of texts', () => {
    const result = compiled([script('a'), script('a'), script('b'), script('c'), script('a')], {
      scripts: 2,
      characters: 99,
    });
    expect(result.map(({ text }) => text)).toEqual(['a', 'a', 'b', 'a']);
  });

  test('is limited by the total length of texts', () => {
    const result = compiled([script('aaa'), script('bbbbb'), script('cc'), script('d')], { scripts: 9, characters: 5 });
    expect(result.map(({ text }) => text)).toEqual(['aaa', 'cc']);
  });
});

describe('a warning', () => {
  const about = (text: string, type: string, line: number | null, error = 'invalid syntax') => {
    const [result] = compiled([script(text)]);
    const warning = result && compileWarning(result, { type, message: error, line });
    return warning ? textOf(warning) : null;
  };
  test('contains the script, its task, the line and the error', () => {
    expect(about('a b', 'SyntaxError', 3)).toBe("script of task 'Deploy': line 3: invalid syntax");
    expect(about('a b', 'SyntaxError', null, 'two\nlines')).toBe("script of task 'Deploy': two lines");
  });
  test('is only about syntax errors, not about limits of the compiler', () => {
    for (const type of ['Timeout', 'OutOfMemory', 'Crashed', 'RuntimeError', 'RangeError'])
      expect(about('a b', type, 1)).toBe(null);
  });
  test('is not about a line that depends on a value', () => {
    expect(about('a b\n${c}\nd', 'SyntaxError', 1)).toBe("script of task 'Deploy': line 1: invalid syntax");
    expect(about('a b\n${c}\nd', 'SyntaxError', 2)).toBe(null);
    expect(about('a b\n${c}\nd', 'SyntaxError', null)).toBe(null);
    expect(about('a b\n"${c}"\nd', 'SyntaxError', 3)).toBe("script of task 'Deploy': line 3: invalid syntax");
  });
  test('above a hundred is only counted', () => {
    const lines = Array.from({ length: 102 }, (_, at) => message('quote.plain', { text: `line ${at}` }));
    expect(limitWarnings(lines.slice(2))).toHaveLength(100);
    expect(limitWarnings(lines).slice(99).map(textOf)).toEqual(['line 99', '2 more scripts do not compile']);
  });
});
