import { repeated } from '../language/refusal.ts';
import type { Statement } from '../language/tree.ts';
import type { Reading } from './context.ts';
import { type Fields, fieldsOf, saidBy, statementsOf, textOf, titleOf } from './fields.ts';
import { eachOf } from './models.ts';
import type { Places } from './places.ts';

/** `condition('title')`, ticked or not. */
export const conditionsIn = (statement: Statement, reading: Reading): readonly Fields[] =>
  eachOf(statement, 'condition', reading, (each) => ({
    type: reading.ours('GateCondition'),
    title: titleOf(each, reading),
  }));

/** `dependency { target 'id' }`, or `dependency { place 2, 1 }`: the first task of the second phase of this template. */
export const dependenciesIn = (statement: Statement, reading: Reading, places: Places): readonly Fields[] =>
  eachOf(statement, 'dependency', reading, (each) => {
    const targetId = targetOf(each, reading, places);
    if (targetId === null) reading.warn(each, 'the dependency names nothing, and was left out');
    return targetId === null ? null : { type: reading.ours('Dependency'), targetId };
  });

function targetOf(dependency: Statement, reading: Reading, places: Places): string | null {
  const inner = [...statementsOf(dependency)];
  const place = inner.find(({ name }) => name === 'place');
  if (place)
    return places.at(
      place.args.map((each) => (each.kind === 'number' ? each.number : 0)),
      reading,
    );
  return textOf(inner.find(({ name }) => name === 'target') ?? dependency);
}

/** `link { source 'title'; target 'title' }`, or numbers where titles are not distinct: the first task of the group is 1. */
export const linksIn = (statement: Statement, reading: Reading, tasks: readonly Statement[]): readonly Fields[] =>
  eachOf(statement, 'link', reading, (each) => {
    const { source, target } = fieldsOf(each, reading);
    const ends = { source: taskCalled(source), target: taskCalled(target) };
    if (ends.source === null || ends.target === null) return null;
    return { type: reading.ours('Link'), source: ends.source, target: ends.target };

    function taskCalled(called: Fields[string] | undefined): string | null {
      const found = tasks.filter((task, index) => called === index + 1 || called === titleOf(task, reading));
      const words = repeated(String(called));
      if (found.length > 1) reading.warn(each, `the group has several tasks ${words}; the link takes the first`);
      if (found.length === 0) reading.warn(each, `the group has no task ${words}; the link was left out`);
      return found[0] ? reading.idOf('Task', found[0]) : null;
    }
  });

/** The variables of a user input task: `variable 'key'`. */
export const inputsIn = (statement: Statement, reading: Reading): readonly string[] =>
  statementsOf(statement).flatMap((each) => {
    const key = saidBy(each);
    const id = typeof key === 'string' ? reading.variables.get(key) : undefined;
    if (id !== undefined) return [id];
    reading.warn(each, `the template has no variable ${repeated(String(key))}; it was left out of the task`);
    return [];
  });
