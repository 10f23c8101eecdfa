import { message } from '@slipway/domain/messages';
import type { Json } from '@slipway/domain/model';
import { excerptForMessage } from '../language/parse-error.ts';
import type { Statement } from '../language/tree.ts';
import type { ReadContext } from './context.ts';
import { type Fields, fieldsOf, type Handler, statementsOf, textOf, titleOf } from './fields.ts';
import { variablesIn } from './variables.ts';

/** Returns the declarations of a block in which all statements must have the same name. */
export const readChildren = (
  statement: Statement,
  name: string,
  context: ReadContext,
  readChild: (child: Statement) => Fields | null,
): readonly Fields[] =>
  statementsOf(statement).flatMap((child) => {
    const model = child.name === name ? readChild(child) : null;
    if (child.name !== name)
      context.warn(
        child,
        message('groovy.unexpectedStatement', { name: excerptForMessage(child.name), keyword: name }),
      );
    return model === null ? [] : [model];
  });

/** Reads `facet('type') { … }`, or `facet { type 'type' … }`. */
export const facetsIn = (statement: Statement, context: ReadContext): readonly Json[] =>
  readChildren(statement, 'facet', context, (child) => {
    const type = textOf(child);
    return { ...(type !== null && { type }), ...fieldsOf(child, context) };
  });

export const commentsIn = (statement: Statement, context: ReadContext): readonly Json[] =>
  readChildren(statement, 'comment', context, (child) => ({
    type: context.qualifyType('Comment'),
    ...fieldsOf(child, context),
  }));

/** Reads `attachment('id') { filename 'attachments/id-name' }`. The archive contains the file under that name. */
export const attachmentsIn = (statement: Statement, context: ReadContext): readonly Json[] =>
  readChildren(statement, 'attachment', context, (child) => {
    const id = titleOf(child, context).replace(/^sql:/, '');
    const { filename, ...fields } = fieldsOf(child, context);
    const uri = typeof filename === 'string' ? filename : '';
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    const exportFilename = name.startsWith(`${id}-`) ? name.slice(id.length + 1) : name;
    return { exportFilename, ...fields, id, type: context.qualifyType('Attachment'), fileUri: uri };
  });

export const teamsIn = (statement: Statement, context: ReadContext): readonly Json[] =>
  readChildren(statement, 'team', context, (child) => ({
    type: context.qualifyType('Team'),
    teamName: titleOf(child, context),
    ...fieldsOf(child, context),
  }));

/** Returns the type of a word: `timeSchedule` is `time.Schedule`. */
export const toTypeName = (keyword: string): string => keyword.replace(/^([a-z][a-z0-9]*)([A-Z].*)$/, '$1.$2');
const capitalize = (keyword: string): string => `${keyword.slice(0, 1).toUpperCase()}${keyword.slice(1)}`;

export const triggersIn = (statement: Statement, context: ReadContext): readonly Json[] =>
  statementsOf(statement).map((child) => {
    const variables: Handler = (inner) => ({ variables: variablesIn(inner, context) });
    return {
      type: toTypeName(child.name),
      title: titleOf(child, context),
      enabled: true,
      ...fieldsOf(child, context, new Map([['variables', variables]])),
    };
  });

/** Reads dashboards and other extensions. A nested block contains further extensions. */
export const extensionsIn = (statement: Statement, context: ReadContext): readonly Fields[] =>
  statementsOf(statement).map((child) => {
    const title = textOf(child);
    const nested = statementsOf(child).filter(({ block }) => block !== null);
    const handlers = new Map(
      nested.map(({ name }): [string, Handler] => [name, (inner) => ({ [name]: extensionsIn(inner, context) })]),
    );
    return {
      type: context.qualifyType(capitalize(child.name)),
      ...(title !== null && { title }),
      ...fieldsOf(child, context, handlers),
    };
  });
