/** A script cannot be run at all, now or later: its task fails, with the message as a comment. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}
