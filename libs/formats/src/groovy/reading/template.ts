import { type Message, message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { parseGroovy } from '../language/parse.ts';
import { excerptForMessage, parseError } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import { ReadContext } from './context.ts';
import { type Fields, fieldsOf, type Handler, statementsOf, textOf, titleOf } from './fields.ts';
import { attachmentsIn, extensionsIn, teamsIn, triggersIn } from './models.ts';
import { positionsOf, readTasks, type TaskPositions } from './tasks.ts';
import { variablesIn } from './variables.ts';

/** A template that a Groovy file declares. */
export interface ReadTemplate {
  /** in the shape in which `GET /templates/{id}` answers one; each part has an id that nothing else has */
  readonly template: Fields;
  /** the titles on the way to the folder that it names, with slashes between them; null: it names none */
  readonly folder: string | null;
  /** what of the file was left out, by its lines */
  readonly warnings: readonly Message[];
}

/**
 * The template or release that a Groovy file declares (file-formats.md, Groovy DSL). No part of the file is
 * executed. External objects have the names of the file: templates and folders their paths, configurations their
 * titles. Throws BadFile with line and column for expressions that would have to be executed.
 */
export function templateFromGroovy(text: string): ReadTemplate {
  const context = new ReadContext(text);
  const declaration = declarationIn(text);
  const folderStatement = statementsOf(declaration).findLast(({ name }) => name === 'folder');
  const template = readTemplate(declaration, context);
  return { template, folder: folderStatement ? textOf(folderStatement) : null, warnings: context.warnings() };
}

const kinds = new Set(['template', 'release', 'workflow']);

const beginning = 'xlr {';

/** Another statement than expected. */
const expectedInstead = (expectation: Message, { name }: Statement): Message =>
  message('groovyFault.unexpected', {
    expectation,
    token: message('groovyToken.quoted', { text: excerptForMessage(name) }),
  });

/** The one template that a file declares, `xlr { template('title') { … } }` or `xlrRelease('title') { … }`. */
function declarationIn(text: string): Statement {
  const [first, second] = parseGroovy(text);
  if (first === undefined) throw parseError(text, 0, message('groovyFault.withoutDeclaration', { beginning }));
  if (second) throw parseError(text, second.at, message('groovyFault.severalTemplates'));
  if (first.name === 'xlrRelease') return first;
  const [inner, more] = statementsOf(first);
  if (first.name !== 'xlr')
    throw parseError(text, first.at, expectedInstead(message('groovyToken.quoted', { text: beginning }), first));
  if (inner === undefined || !kinds.has(inner.name)) {
    throw parseError(text, (inner ?? first).at, message('groovyFault.templateExpected'));
  }
  if (more) throw parseError(text, more.at, message('groovyFault.severalTemplates'));
  return inner;
}

function readTemplate(declaration: Statement, context: ReadContext): Fields {
  const title = titleOf(declaration, context);
  const phases = statementsOf(declaration)
    .filter(({ name }) => name === 'phases')
    .flatMap((child) => [...statementsOf(child)]);
  // Tasks ask for variables, which may be declared behind them.
  const variables = statementsOf(declaration)
    .filter(({ name }) => name === 'variables')
    .flatMap((child) => [...variablesIn(child, context)]);
  for (const { key, id } of variables) context.variables.set(String(key), String(id));
  const positions = positionsOf(phases);
  return {
    ...(declaration.name === 'workflow' && { kind: 'WORKFLOW' }),
    ...fieldsOf(declaration, context, new Map(handlersOf(context))),
    id: context.idOf('Release', declaration),
    type: context.qualifyType('Release'),
    title,
    status: 'TEMPLATE',
    variables,
    phases: phases.map((child) => readPhase(child, context, positions)),
  };
}

const ignoreMember: Handler = () => ({});

/** The statements of a template that are not simple members. Some are read separately, or follow from others. */
const handlersOf = (context: ReadContext): readonly [string, Handler][] => [
  ...['title', 'folder', 'variables', 'phases', 'realFlagStatus'].map((name): [string, Handler] => [
    name,
    ignoreMember,
  ]),
  ['teams', (child) => ({ teams: teamsIn(child, context) })],
  ['releaseTriggers', (child) => ({ releaseTriggers: triggersIn(child, context) })],
  ['triggers', (child) => ({ releaseTriggers: triggersIn(child, context) })],
  ['extensions', (child) => ({ extensions: extensionsIn(child, context) })],
  ['attachments', (child) => ({ attachments: attachmentsIn(child, context) })],
];

function readPhase(statement: Statement, context: ReadContext, positions: TaskPositions): Fields {
  if (statement.name !== 'phase') {
    throw parseError(context.text, statement.at, expectedInstead(message('groovyToken.phase'), statement));
  }
  const tasks: readonly Json[] = readTasks(statement, context, positions);
  const handlers = new Map<string, Handler>(['title', 'tasks'].map((name) => [name, ignoreMember]));
  return {
    ...fieldsOf(statement, context, handlers),
    id: context.idOf('Phase', statement),
    type: context.qualifyType('Phase'),
    title: titleOf(statement, context),
    tasks,
  };
}
