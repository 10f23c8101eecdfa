import type { Json } from '@slipway/domain';
import { repeated } from '../language/refusal.ts';
import type { Statement } from '../language/tree.ts';
import { anyTask, createsReleases, scriptMember, typeDeclaredBy } from '../names.ts';
import type { Reading } from './context.ts';
import { type Fields, fieldsOf, type Handler, saidBy, titleOf } from './fields.ts';
import { conditionsIn, dependenciesIn, inputsIn, linksIn } from './gates.ts';
import { attachmentsIn, commentsIn, facetsIn } from './models.ts';
import { type Places, tasksIn } from './places.ts';
import { variablesIn } from './variables.ts';

export const tasksOf = (statement: Statement, reading: Reading, places: Places): readonly Fields[] =>
  tasksIn(statement).map((each) => taskOf(each, reading, places));

function taskOf(statement: Statement, reading: Reading, places: Places): Fields {
  const known = typeDeclaredBy(statement.name);
  const title = titleOf(statement, reading);
  if (known === null && statement.name !== anyTask) {
    reading.warn(statement, `there is no kind of task ${repeated(statement.name)}`);
  }
  const fields = fieldsOf(statement, reading, new Map(handlersOf(statement, reading, places, known ?? '')));
  const type = known === null ? (fields.type ?? `unknown.${statement.name}`) : reading.ours(known);
  return withMapping({ ...fields, id: reading.idOf('Task', statement), type, title });
}

/** What the statements of a task mean that are more than members of it. */
function handlersOf(task: Statement, reading: Reading, places: Places, type: string): readonly [string, Handler][] {
  const parts: readonly [string, Handler][] = [
    ['title', () => ({})],
    ['tasks', () => ({ tasks: tasksOf(task, reading, places) })],
    ['script', (each) => scriptOf(each, reading)],
    ['conditions', (each) => ({ conditions: conditionsIn(each, reading) })],
    ['dependencies', (each) => ({ dependencies: dependenciesIn(each, reading, places) })],
    ['links', (each) => ({ links: linksIn(each, reading, tasksIn(task)) })],
    ['variables', (each) => ({ variables: inputsIn(each, reading) })],
    ['templateVariables', (each) => ({ templateVariables: variablesIn(each, reading) })],
    ['facets', (each) => ({ facets: facetsIn(each, reading) })],
    ['comments', (each) => ({ comments: commentsIn(each, reading) })],
    ['attachments', (each) => ({ attachments: attachmentsIn(each, reading) })],
  ];
  if (!createsReleases(type)) return parts;
  return [
    ...parts,
    ['template', (each) => ({ templateId: saidBy(each) ?? null })],
    ['folder', (each) => ({ folderId: saidBy(each) ?? null })],
    ['createdReleaseId', (each) => ({ createdReleaseId: saidBy(each) ?? null })],
  ];
}

/**
 * The script of a task: `script 'text'`; `script (['text', …])`, whose parts are one text, with a line feed at its end
 * that is not its own; or the properties of a plugin's script in a block.
 */
function scriptOf(statement: Statement, reading: Reading): Fields {
  if (statement.block !== null) return { [scriptMember]: fieldsOf(statement, reading, new Map(), new Set()) };
  const value = saidBy(statement);
  if (!Array.isArray(value)) return { script: value ?? null };
  return { script: value.map(String).join('').replace(/\n$/, '') };
}

/** Mapped members of the script become mappings of the whole task. */
function withMapping(task: Fields): Fields {
  const { [scriptMember]: below, ...fields } = task;
  if (!isMembers(below) || below.variableMapping === undefined) return task;
  const { variableMapping: inner, ...properties } = below;
  const own = isMembers(fields.variableMapping) ? fields.variableMapping : {};
  const mapped = Object.entries(isMembers(inner) ? inner : {});
  const above = Object.fromEntries(mapped.map(([name, value]) => [`${scriptMember}.${name}`, value]));
  return { ...fields, [scriptMember]: properties, variableMapping: { ...own, ...above } };
}

const isMembers = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
