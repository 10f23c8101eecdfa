/** The product cannot start with this configuration; the message contains the necessary action. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}
