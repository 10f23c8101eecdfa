import { RefusalError } from '@slipway/domain/model';

/** A jar or folder is not a valid plugin; the message is one line for the user. */
export class BadPlugin extends RefusalError {
  override readonly name = 'BadPlugin';
}
