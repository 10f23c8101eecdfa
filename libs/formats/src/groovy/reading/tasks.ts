import type { Json } from '@slipway/domain/model';
import { quoteForMessage } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import { createsReleases, genericTaskWord, scriptMember, typeOfWord } from '../names.ts';
import type { ReadContext } from './context.ts';
import { argumentValue, type Fields, fieldsOf, type Handler, titleOf } from './fields.ts';
import { conditionsIn, dependenciesIn, inputsIn, linksIn } from './gates.ts';
import { attachmentsIn, commentsIn, facetsIn } from './models.ts';
import { type TaskPositions, taskStatementsIn } from './positions.ts';
import { variablesIn } from './variables.ts';

export const readTasks = (statement: Statement, context: ReadContext, positions: TaskPositions): readonly Fields[] =>
  taskStatementsIn(statement).map((child) => readTask(child, context, positions));

function readTask(statement: Statement, context: ReadContext, positions: TaskPositions): Fields {
  const knownType = typeOfWord(statement.name);
  const title = titleOf(statement, context);
  if (knownType === null && statement.name !== genericTaskWord) {
    context.warn(statement, `there is no kind of task ${quoteForMessage(statement.name)}`);
  }
  const fields = fieldsOf(statement, context, new Map(handlersOf(statement, context, positions, knownType ?? '')));
  const type = knownType === null ? (fields.type ?? `unknown.${statement.name}`) : context.qualifyType(knownType);
  return withMapping({ ...fields, id: context.idOf('Task', statement), type, title });
}

/** What the statements of a task mean that are more than members of it. */
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
 * The script of a task: `script 'text'`; `script (['text', …])`, whose parts are one text, with a line feed at its end
 * that is not its own; or the properties of a plugin's script in a block.
 */
function readScript(statement: Statement, context: ReadContext): Fields {
  if (statement.block !== null) return { [scriptMember]: fieldsOf(statement, context, new Map(), new Set()) };
  const value = argumentValue(statement);
  if (!Array.isArray(value)) return { script: value ?? null };
  return { script: value.map(String).join('').replace(/\n$/, '') };
}

/** Mapped members of the script become mappings of the whole task. */
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
