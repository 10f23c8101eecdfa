/** A jar or folder is not a valid plugin; the message is one line for the user. */
export class BadPlugin extends Error {
  override readonly name = 'BadPlugin';
}
