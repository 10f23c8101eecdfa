/** The product cannot start with this configuration; the message contains the necessary action. */
export class StartupError extends Error {
  override name = 'StartupError';
}
