import type { Json } from '@slipway/domain';
import { parseGroovy } from '../language/parse.ts';
import { refusal, repeated } from '../language/refusal.ts';
import type { Statement } from '../language/tree.ts';
import { Reading } from './context.ts';
import { type Fields, fieldsOf, type Handler, statementsOf, textOf, titleOf } from './fields.ts';
import { attachmentsIn, extensionsIn, teamsIn, triggersIn } from './models.ts';
import { type Places, placesOf } from './places.ts';
import { tasksOf } from './tasks.ts';
import { variablesIn } from './variables.ts';

/** A template that a Groovy file declares. */
export interface ReadTemplate {
  /** in the shape in which `GET /templates/{id}` answers one; each part has an id that nothing else has */
  readonly template: Fields;
  /** the titles on the way to the folder that it names, with slashes between them; null: it names none */
  readonly folder: string | null;
  /** what of the file was left out, by its lines */
  readonly warnings: readonly string[];
}

/**
 * The template or release that a Groovy file declares (file-formats.md, Groovy DSL). No part of the file is
 * executed. External objects have the names of the file: templates and folders their paths, configurations their
 * titles. Throws BadFile with line and column for expressions that would have to be executed.
 */
export function templateFromGroovy(text: string): ReadTemplate {
  const reading = new Reading(text);
  const declared = declaredIn(text);
  const named = statementsOf(declared).findLast(({ name }) => name === 'folder');
  const template = templateOf(declared, reading);
  return { template, folder: named ? textOf(named) : null, warnings: reading.warnings() };
}

const kinds = new Set(['template', 'release', 'workflow']);

/** The one template that a file declares, `xlr { template('title') { … } }` or `xlrRelease('title') { … }`. */
function declaredIn(text: string): Statement {
  const [first, second] = parseGroovy(text);
  if (first === undefined) throw refusal(text, 0, "the file declares nothing; it should begin with 'xlr {'");
  if (second) throw refusal(text, second.at, 'a file declares one template');
  if (first.name === 'xlrRelease') return first;
  const [inner, more] = statementsOf(first);
  if (first.name !== 'xlr') throw refusal(text, first.at, `expected 'xlr {', found ${repeated(first.name)}`);
  if (inner === undefined || !kinds.has(inner.name)) {
    throw refusal(text, (inner ?? first).at, "expected template('title') or release('title') in the block of 'xlr'");
  }
  if (more) throw refusal(text, more.at, 'a file declares one template');
  return inner;
}

function templateOf(declared: Statement, reading: Reading): Fields {
  const title = titleOf(declared, reading);
  const phases = statementsOf(declared)
    .filter(({ name }) => name === 'phases')
    .flatMap((each) => [...statementsOf(each)]);
  // Tasks ask for variables, which may be declared behind them.
  const variables = statementsOf(declared)
    .filter(({ name }) => name === 'variables')
    .flatMap((each) => [...variablesIn(each, reading)]);
  for (const { key, id } of variables) reading.variables.set(String(key), String(id));
  const places = placesOf(phases);
  return {
    ...(declared.name === 'workflow' && { kind: 'WORKFLOW' }),
    ...fieldsOf(declared, reading, new Map(handlersOf(reading))),
    id: reading.idOf('Release', declared),
    type: reading.ours('Release'),
    title,
    status: 'TEMPLATE',
    variables,
    phases: phases.map((each) => phaseOf(each, reading, places)),
  };
}

const nothing: Handler = () => ({});

/** What the statements of a template mean that are more than members of it; some are read apart, or follow from others. */
const handlersOf = (reading: Reading): readonly [string, Handler][] => [
  ...['title', 'folder', 'variables', 'phases', 'realFlagStatus'].map((name): [string, Handler] => [name, nothing]),
  ['teams', (each) => ({ teams: teamsIn(each, reading) })],
  ['releaseTriggers', (each) => ({ releaseTriggers: triggersIn(each, reading) })],
  ['triggers', (each) => ({ releaseTriggers: triggersIn(each, reading) })],
  ['extensions', (each) => ({ extensions: extensionsIn(each, reading) })],
  ['attachments', (each) => ({ attachments: attachmentsIn(each, reading) })],
];

function phaseOf(statement: Statement, reading: Reading, places: Places): Fields {
  if (statement.name !== 'phase') {
    throw refusal(reading.text, statement.at, `expected phase('title'), found ${repeated(statement.name)}`);
  }
  const tasks: readonly Json[] = tasksOf(statement, reading, places);
  const handlers = new Map<string, Handler>(['title', 'tasks'].map((name) => [name, nothing]));
  return {
    ...fieldsOf(statement, reading, handlers),
    id: reading.idOf('Phase', statement),
    type: reading.ours('Phase'),
    title: titleOf(statement, reading),
    tasks,
  };
}
