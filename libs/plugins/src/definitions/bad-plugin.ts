/** A jar or folder is no plugin that can be used; the message is one line for whoever brought it. */
export class BadPlugin extends Error {
  override readonly name = 'BadPlugin';
}
