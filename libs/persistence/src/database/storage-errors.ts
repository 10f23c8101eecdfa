import { type Message, message } from '@slipway/domain/messages';
import { Invalid, NotFound } from '@slipway/domain/model';
import { sqlStateOf } from './database.ts';

/** PostgreSQL error codes for values that no column can store. */
const messages = new Map<string | null, Message>([
  ['21000', message('id.givenTwice')],
  ['22003', message('field.numberTooLarge')],
  ['22008', message('field.dateRange')],
  ['22021', message('text.unstorable')],
  ['22P02', message('field.wrongForm')],
  ['22P05', message('text.unstorable')],
  ['54000', message('text.tooLong')],
]);

/** Runs a write. Converts a PostgreSQL error for a value of the caller to Invalid. */
export async function convertStorageErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const refusal = messages.get(sqlStateOf(error));
    if (refusal === undefined) throw error;
    throw new Invalid(refusal);
  }
}

/** Runs a write of an object in a folder. Throws NotFound if the folder was deleted in the meantime. */
export async function convertMissingFolder<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlStateOf(error) === '23503') throw new NotFound(message('folder.gone'));
    throw error;
  }
}
