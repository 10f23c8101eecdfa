import { message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { excerptForMessage } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import { createsReleases, genericTaskWord, scriptMember, typeOfWord } from '../names.ts';
import type { ReadContext } from './context.ts';
import { argumentValue, type Fields, fieldsOf, type Handler, statementsOf, textOf, titleOf } from './fields.ts';
import { attachmentsIn, commentsIn, facetsIn, readChildren } from './models.ts';
import { variablesIn } from './variables.ts';

/** The positions of phases and tasks in a template. */
export interface TaskPositions {
  /**
   * Returns the id of the phase or task at a position, or null. A position is the number of the phase, of the task in
   * it, and of nested tasks, each from 1.
   */
  idAt(numbers: readonly number[], context: ReadContext): string | null;
}

/** Returns the statements that declare the tasks of a phase or group. */
const taskStatementsIn = (statement: Statement): readonly Statement[] =>
  statementsOf(statement)
    .filter(({ name }) => name === 'tasks')
    .flatMap((child) => [...statementsOf(child)]);

export const positionsOf = (phases: readonly Statement[]): TaskPositions => ({
  idAt: ([phase = 0, ...tasks], context) => {
    let target = phases[phase - 1];
    for (const task of tasks) target = target && taskStatementsIn(target)[task - 1];
    return target ? context.idOf(tasks.length === 0 ? 'Phase' : 'Task', target) : null;
  },
});

/** Reads `condition('title')`, checked or not. */
const conditionsIn = (statement: Statement, context: ReadContext): readonly Fields[] =>
  readChildren(statement, 'condition', context, (child) => ({
    type: context.qualifyType('GateCondition'),
    title: titleOf(child, context),
  }));

/**
 * Reads `dependency { target 'id' }`, or `dependency { place 2, 1 }`: the first task of the second phase of this
 * template.
 */
const dependenciesIn = (statement: Statement, context: ReadContext, positions: TaskPositions): readonly Fields[] =>
  readChildren(statement, 'dependency', context, (child) => {
    const targetId = targetOf(child, context, positions);
    if (targetId === null) context.warn(child, message('groovy.emptyDependency'));
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

/**
 * Reads `link { source 'title'; target 'title' }`. Numbers replace duplicate titles: the first task of the group is 1.
 */
const linksIn = (statement: Statement, context: ReadContext, tasks: readonly Statement[]): readonly Fields[] =>
  readChildren(statement, 'link', context, (child) => {
    const { source, target } = fieldsOf(child, context);
    const linkEnds = { source: findTask(source), target: findTask(target) };
    if (linkEnds.source === null || linkEnds.target === null) return null;
    return { type: context.qualifyType('Link'), source: linkEnds.source, target: linkEnds.target };

    function findTask(label: Fields[string] | undefined): string | null {
      const matches = tasks.filter((task, index) => label === index + 1 || label === titleOf(task, context));
      const title = excerptForMessage(String(label));
      if (matches.length > 1) context.warn(child, message('groovy.ambiguousTask', { task: title }));
      if (matches.length === 0) context.warn(child, message('groovy.unknownTask', { task: title }));
      return matches[0] ? context.idOf('Task', matches[0]) : null;
    }
  });

/** Reads the variables of a user input task: `variable 'key'`. */
const inputsIn = (statement: Statement, context: ReadContext): readonly string[] =>
  statementsOf(statement).flatMap((child) => {
    const key = argumentValue(child);
    const id = typeof key === 'string' ? context.variables.get(key) : undefined;
    if (id !== undefined) return [id];
    context.warn(child, message('groovy.unknownVariable', { key: excerptForMessage(String(key)) }));
    return [];
  });

export const readTasks = (statement: Statement, context: ReadContext, positions: TaskPositions): readonly Fields[] =>
  taskStatementsIn(statement).map((child) => readTask(child, context, positions));

function readTask(statement: Statement, context: ReadContext, positions: TaskPositions): Fields {
  const knownType = typeOfWord(statement.name);
  const title = titleOf(statement, context);
  if (knownType === null && statement.name !== genericTaskWord) {
    context.warn(statement, message('groovy.unknownTaskType', { name: excerptForMessage(statement.name) }));
  }
  const fields = fieldsOf(statement, context, new Map(handlersOf(statement, context, positions, knownType ?? '')));
  const type = knownType === null ? (fields.type ?? `unknown.${statement.name}`) : context.qualifyType(knownType);
  return withMapping({ ...fields, id: context.idOf('Task', statement), type, title });
}

/** Returns the handlers for statements of a task that are not plain members. */
function handlersOf(
  task: Statement,
  context: ReadContext,
  positions: TaskPositions,
  type: string,
): readonly [string, Handler][] {
  const parts: readonly [string, Handler][] = [
    ['title', () => ({})],
    ['tasks', () => ({ tasks: readTasks(task, context, positions) })],
    ['script', (child) => readScript(child, context)],
    ['conditions', (child) => ({ conditions: conditionsIn(child, context) })],
    ['dependencies', (child) => ({ dependencies: dependenciesIn(child, context, positions) })],
    ['links', (child) => ({ links: linksIn(child, context, taskStatementsIn(task)) })],
    ['variables', (child) => ({ variables: inputsIn(child, context) })],
    ['templateVariables', (child) => ({ templateVariables: variablesIn(child, context) })],
    ['facets', (child) => ({ facets: facetsIn(child, context) })],
    ['comments', (child) => ({ comments: commentsIn(child, context) })],
    ['attachments', (child) => ({ attachments: attachmentsIn(child, context) })],
  ];
  if (!createsReleases(type)) return parts;
  return [
    ...parts,
    ['template', (child) => ({ templateId: argumentValue(child) ?? null })],
    ['folder', (child) => ({ folderId: argumentValue(child) ?? null })],
    ['createdReleaseId', (child) => ({ createdReleaseId: argumentValue(child) ?? null })],
  ];
}

/**
 * Reads the script of a task: `script 'text'`, `script (['text', …])`, or a block with the properties of a plugin
 * script. The texts of a list are joined, without the last line feed.
 */
function readScript(statement: Statement, context: ReadContext): Fields {
  if (statement.block !== null) return { [scriptMember]: fieldsOf(statement, context, new Map(), new Set()) };
  const value = argumentValue(statement);
  if (!Array.isArray(value)) return { script: value ?? null };
  return { script: value.map(String).join('').replace(/\n$/, '') };
}

/** Moves the variable mapping of the script to the mapping of the task. */
function withMapping(task: Fields): Fields {
  const { [scriptMember]: scriptFields, ...fields } = task;
  if (!isMembers(scriptFields) || scriptFields.variableMapping === undefined) return task;
  const { variableMapping: inner, ...properties } = scriptFields;
  const own = isMembers(fields.variableMapping) ? fields.variableMapping : {};
  const mapped = Object.entries(isMembers(inner) ? inner : {});
  const scriptMappings = Object.fromEntries(mapped.map(([name, value]) => [`${scriptMember}.${name}`, value]));
  return { ...fields, [scriptMember]: properties, variableMapping: { ...own, ...scriptMappings } };
}

const isMembers = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
