import type { Json } from '@slipway/domain';
import { repeated } from '../language/refusal.ts';
import type { Statement } from '../language/tree.ts';
import type { Reading } from './context.ts';
import { type Fields, fieldsOf, type Handler, statementsOf, textOf, titleOf } from './fields.ts';
import { variablesIn } from './variables.ts';

/** What each statement of a block declares, where all must have one name. */
export const eachOf = (
  statement: Statement,
  name: string,
  reading: Reading,
  read: (each: Statement) => Fields | null,
): readonly Fields[] =>
  statementsOf(statement).flatMap((each) => {
    const model = each.name === name ? read(each) : null;
    if (each.name !== name) reading.warn(each, `${repeated(each.name)} is no ${name}, and was left out`);
    return model === null ? [] : [model];
  });

/** `facet('type') { … }`, or `facet { type 'type' … }`. */
export const facetsIn = (statement: Statement, reading: Reading): readonly Json[] =>
  eachOf(statement, 'facet', reading, (each) => {
    const type = textOf(each);
    return { ...(type !== null && { type }), ...fieldsOf(each, reading) };
  });

export const commentsIn = (statement: Statement, reading: Reading): readonly Json[] =>
  eachOf(statement, 'comment', reading, (each) => ({ type: reading.ours('Comment'), ...fieldsOf(each, reading) }));

/** `attachment('id') { filename 'attachments/id-name' }`: the archive contains the file under that name. */
export const attachmentsIn = (statement: Statement, reading: Reading): readonly Json[] =>
  eachOf(statement, 'attachment', reading, (each) => {
    const id = titleOf(each, reading).replace(/^sql:/, '');
    const { filename, ...fields } = fieldsOf(each, reading);
    const uri = typeof filename === 'string' ? filename : '';
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    const exportFilename = name.startsWith(`${id}-`) ? name.slice(id.length + 1) : name;
    return { exportFilename, ...fields, id, type: reading.ours('Attachment'), fileUri: uri };
  });

export const teamsIn = (statement: Statement, reading: Reading): readonly Json[] =>
  eachOf(statement, 'team', reading, (each) => ({
    type: reading.ours('Team'),
    teamName: titleOf(each, reading),
    ...fieldsOf(each, reading),
  }));

/** The type that a word names: `timeSchedule` is `time.Schedule`, and `releaseProgressTile` below ours a tile of ours. */
export const namespaced = (word: string): string => word.replace(/^([a-z][a-z0-9]*)([A-Z].*)$/, '$1.$2');
const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

export const triggersIn = (statement: Statement, reading: Reading): readonly Json[] =>
  statementsOf(statement).map((each) => {
    const variables: Handler = (inner) => ({ variables: variablesIn(inner, reading) });
    return {
      type: namespaced(each.name),
      title: titleOf(each, reading),
      enabled: true,
      ...fieldsOf(each, reading, new Map([['variables', variables]])),
    };
  });

/** Dashboards and other extensions: a block in one of them holds more of their kind. */
export const extensionsIn = (statement: Statement, reading: Reading): readonly Fields[] =>
  statementsOf(statement).map((each) => {
    const title = textOf(each);
    const nested = statementsOf(each).filter(({ block }) => block !== null);
    const handlers = new Map(
      nested.map(({ name }): [string, Handler] => [name, (inner) => ({ [name]: extensionsIn(inner, reading) })]),
    );
    return {
      type: reading.ours(capital(each.name)),
      ...(title !== null && { title }),
      ...fieldsOf(each, reading, handlers),
    };
  });
