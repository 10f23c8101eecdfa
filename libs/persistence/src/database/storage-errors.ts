import { Invalid, NotFound } from '@slipway/domain/model';
import { sqlStateOf } from './database.ts';

/** PostgreSQL error codes for values that no column can store. */
const messages = new Map<string | null, string>([
  ['21000', 'the same id is given twice'],
  ['22003', 'a number is too large'],
  ['22008', 'a date must lie in the years 1 to 9999'],
  ['22021', 'a text holds a character that cannot be stored'],
  ['22P02', 'a value has the wrong form'],
  ['22P05', 'a text holds a character that cannot be stored'],
  ['54000', 'a text is too long'],
]);

/** Runs a write, and turns PostgreSQL's complaint about a value of the caller's into Invalid. */
export async function convertStorageErrors<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const message = messages.get(sqlStateOf(error));
    if (message === undefined) throw error;
    throw new Invalid(message);
  }
}

/** Runs a write of a release. Throws NotFound if its folder was deleted since it was read. */
export async function convertMissingFolder<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlStateOf(error) === '23503') throw new NotFound('the folder does not exist any more');
    throw error;
  }
}
