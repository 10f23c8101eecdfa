import { expect, test } from 'vitest';
import { parseInput } from '../testing/examples.ts';
import { decide, task, variable } from '../testing/inputs.ts';
import { formatPlan, plan } from '../testing/notation.ts';

const uses = { uses: { description: ['text'] } };
const release = (sketch: string, length: number, names: readonly string[]) =>
  plan(sketch, {
    task: Object.fromEntries(names.map((name) => [name, uses])),
    variables: [variable('text', 'x'.repeat(length))],
  });

test('a task with more than a megabyte of variable values fails with the reason', () => {
  const { release: after, comments } = decide(release('Ship: a.', 1_000_001, ['a']), parseInput('start'));
  expect(formatPlan(after)).toBe('FAILED Ship: a!');
  expect(comments.map(({ text }) => text)).toEqual([
    'The variable values of the task have 1000001 characters, and the maximum is 1000000.',
  ]);
  expect(task(after, 'a').run.values).toBe(null);
});

test('as many tasks with a large text run as fit into the limit of a release', () => {
  const names = [...'abcdefghij'];
  const group = `p.[${names.map((name) => `${name}.`).join(' ')}]`;
  const { release: after, comments } = decide(release(`Ship: ${group}`, 900_000, names), parseInput('start'));
  expect(formatPlan(after)).toBe('FAILING Ship: p/[a> b> c> d> e> f> g> h> i! j!]');
  expect(comments[0]?.text).toBe(
    'With the 900000 characters of this task, the variable values of all tasks exceed the maximum of 8000000 characters.',
  );
});

test('mapped fields count, and small values are always allowed', () => {
  const mapped = plan('Ship: a.', {
    task: { a: { variableMapping: { description: '${text}' } } },
    variables: [variable('text', 'x'.repeat(600_000))],
  });
  expect(formatPlan(decide(mapped, parseInput('start')).release)).toBe('FAILED Ship: a!');
  const full = plan('Ship: a> b.', {
    task: { a: { run: { values: { text: 'x'.repeat(8_000_000) } } }, b: uses },
    variables: [variable('text', 'x'.repeat(2_000))],
  });
  expect(formatPlan(decide(full, parseInput('complete a')).release)).toBe('IN_PROGRESS Ship: a+ b>');
});
