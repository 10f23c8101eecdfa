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

/** A template from a Groovy file. */
export interface ReadTemplate {
  /** in the form of the response of `GET /templates/{id}`; each part has a unique id */
  readonly template: Fields;
  /** the path of titles of its folder; null without a folder */
  readonly folder: string | null;
  /** warnings about omitted parts, with their lines */
  readonly warnings: readonly Message[];
}

/**
 * Reads the template or release that a Groovy file declares (file-formats.md, Groovy DSL). No part of the file is
 * executed. References to external objects are names: paths of templates and folders, titles of configurations. Throws
 * BadFile with line and column for expressions that would have to be executed.
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

/** Returns the message for an unexpected statement. */
const expectedInstead = (expectation: Message, { name }: Statement): Message =>
  message('groovyFault.unexpected', {
    expectation,
    token: message('groovyToken.quoted', { text: excerptForMessage(name) }),
  });

/**
 * Returns the only template of a file: `xlr { template('title') { … } }` or `xlrRelease('title') { … }`. Throws
 * BadFile.
 */
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
  // Tasks refer to variables, which may be declared after them.
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

/**
 * Returns the handlers for statements of a template that are not plain members. Some are read separately, or derived
 * from others.
 */
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
