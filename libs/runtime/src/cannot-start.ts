/** The product cannot start here as asked; the message is one sentence that tells the person what to do. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
