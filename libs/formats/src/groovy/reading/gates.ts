import { quoteForMessage } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import type { ReadContext } from './context.ts';
import { argumentValue, type Fields, fieldsOf, statementsOf, textOf, titleOf } from './fields.ts';
import { readChildren } from './models.ts';
import type { TaskPositions } from './positions.ts';

/** `condition('title')`, ticked or not. */
export const conditionsIn = (statement: Statement, context: ReadContext): readonly Fields[] =>
  readChildren(statement, 'condition', context, (child) => ({
    type: context.qualifyType('GateCondition'),
    title: titleOf(child, context),
  }));

/** `dependency { target 'id' }`, or `dependency { place 2, 1 }`: the first task of the second phase of this template. */
export const dependenciesIn = (
  statement: Statement,
  context: ReadContext,
  positions: TaskPositions,
): readonly Fields[] =>
  readChildren(statement, 'dependency', context, (child) => {
    const targetId = targetOf(child, context, positions);
    if (targetId === null) context.warn(child, 'the dependency names nothing, and was left out');
    return targetId === null ? null : { type: context.qualifyType('Dependency'), targetId };
  });

function targetOf(dependency: Statement, context: ReadContext, positions: TaskPositions): string | null {
  const inner = [...statementsOf(dependency)];
  const position = inner.find(({ name }) => name === 'place');
  if (position)
    return positions.idAt(
      position.args.map((child) => (child.kind === 'number' ? child.number : 0)),
      context,
    );
  return textOf(inner.find(({ name }) => name === 'target') ?? dependency);
}

/** `link { source 'title'; target 'title' }`, or numbers where titles are not distinct: the first task of the group is 1. */
export const linksIn = (statement: Statement, context: ReadContext, tasks: readonly Statement[]): readonly Fields[] =>
  readChildren(statement, 'link', context, (child) => {
    const { source, target } = fieldsOf(child, context);
    const linkEnds = { source: findTask(source), target: findTask(target) };
    if (linkEnds.source === null || linkEnds.target === null) return null;
    return { type: context.qualifyType('Link'), source: linkEnds.source, target: linkEnds.target };

    function findTask(label: Fields[string] | undefined): string | null {
      const matches = tasks.filter((task, index) => label === index + 1 || label === titleOf(task, context));
      const quotedLabel = quoteForMessage(String(label));
      if (matches.length > 1)
        context.warn(child, `the group has several tasks ${quotedLabel}; the link takes the first`);
      if (matches.length === 0) context.warn(child, `the group has no task ${quotedLabel}; the link was left out`);
      return matches[0] ? context.idOf('Task', matches[0]) : null;
    }
  });

/** The variables of a user input task: `variable 'key'`. */
export const inputsIn = (statement: Statement, context: ReadContext): readonly string[] =>
  statementsOf(statement).flatMap((child) => {
    const key = argumentValue(child);
    const id = typeof key === 'string' ? context.variables.get(key) : undefined;
    if (id !== undefined) return [id];
    context.warn(child, `the template has no variable ${quoteForMessage(String(key))}; it was left out of the task`);
    return [];
  });
